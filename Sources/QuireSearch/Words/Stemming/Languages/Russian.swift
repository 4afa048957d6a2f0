extension SuffixRules {
    static let russian = SuffixRules(
        """
        vowels = аеиоуыэюя
        RV = ..V .
        R2 = ..V ..C ..V ..C .
        stem = gerund | (reflexive; adjective participle? | verb | noun); -и RV delete; derivation; final

        gerund within RV
            в вши вшись: &([ая] RV) delete
            ив ивши ившись ыв ывши ывшись: delete

        reflexive within RV
            ся сь: delete

        adjective within RV
            ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею: delete

        participle within RV
            ем нн вш ющ щ: &([ая] RV) delete
            ивш ывш ующ: delete

        verb within RV
            ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно: &([ая] RV) delete
            ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены
            ить ыть ишь ую ю: delete

        noun within RV
            а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь
            ию ью ю ия ья я: delete

        derivation within RV
            ост ость: R2 delete

        final within RV
            ейш ейше: delete (-нн RV 'н')?
            н: &(-н RV) delete
            ь: delete
        """)
}
