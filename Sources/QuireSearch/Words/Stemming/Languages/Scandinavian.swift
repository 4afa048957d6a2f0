// In all three languages, at least three letters precede R1.

extension SuffixRules {
    static let danish = SuffixRules(
        """
        vowels = aeiouyæåø
        R1 = V C . | ..V ..C .
        stem = main; pair; -igst 'ig'; other; &C double R1 delete

        main within R1
            hed ethed ered e erede ende erende ene erne ere en heden eren er heder erer heds es endes
            erendes enes ernes eres ens hedens erens ers ets erets et eret: delete
            s: &[abcdfghjklmnoprtvyzå] delete
        pair = &(-gd,dt,gt,kt R1) . delete
        other within R1
            ig lig elig els: delete pair?
            løst: 'løs'
        """)

    static let norwegian = SuffixRules(
        """
        vowels = aeiouyæåø
        R1 = V C . | ..V ..C .
        stem = main; &(-dt,vt R1) . delete; other

        main within R1
            a e ede ande ende ane ene hetene en heten ar er heter as es edes endes enes hetenes ens
            hetens ers ets et het ast: delete
            s: &([bcdfghjlmnoprtvyz] | -k C) delete
            ert erte: 'er'
        other within R1
            leg eleg ig eig lig elig els lov elov slov hetslov: delete
        """)

    static let swedish = SuffixRules(
        """
        vowels = aeiouyäåö
        R1 = V C . | ..V ..C .
        stem = main; &(-dd,gd,nn,dt,gt,kt,tt R1) . delete; other

        main within R1
            a arna erna heterna orna ad e ade ande arne are aste en anden aren heten ern ar er heter
            or as arnas ernas ornas es ades andes ens arens hetens erns at andet het ast: delete
            s: &[bcdfghjklmnoprtvy] delete
        other within R1
            lig ig els: delete
            löst: 'lös'
            fullt: 'full'
        """)
}
