extension SuffixRules {
    static let italian = SuffixRules(
        """
        vowels = aeiouàèìòù
        replace = á→à é→è í→ì ó→ò ú→ù
        mark = qU VUV VIV
        R1 = ..V ..C .
        R2 = R1 ..V ..C .
        RV = . C ..V . | V V ..C . | C V .
        stem = pronoun; standard | verb; [aeioàèìò] RV delete (-i RV delete)?; -h &([cg] RV) delete

        pronoun
            ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene mela mele meli
            melo mene tela tele teli telo tene cela cele celi celo cene vela vele veli velo
            vene: &(-ando,endo RV) delete | &(-ar,er,ir RV) 'e'

        standard
            anza anze ico ici ica ice iche ichi ismo ismi abile abili ibile ibili ista iste isti istà
            istè istì oso osi osa ose mente atrice atrici ante anti: R2 delete
            azione azioni atore atori: R2 delete (-ic R2 delete)?
            logia logie: R2 'log'
            uzione uzioni usione usioni: R2 'u'
            enza enze: R2 'ente'
            amento amenti imento imenti: RV delete
            amente: R1 delete (-iv R2 delete (-at R2 delete)? | -os,ic,abil R2 delete)?
            ità: R2 delete (-abil,ic,iv R2 delete)?
            ivo ivi iva ive: R2 delete (-at R2 delete (-ic R2 delete)?)?

        verb within RV
            ammo ando ano are arono asse assero assi assimo ata ate ati ato ava avamo avano avate avi
            avo emmo enda ende endi endo erà erai eranno ere erebbe erebbero erei eremmo eremo ereste
            eresti erete erò erono essero ete eva evamo evano evate evi evo Yamo iamo immo irà irai
            iranno ire irebbe irebbero irei iremmo iremo ireste iresti irete irò irono isca iscano
            isce isci isco iscono issero ita ite iti ito iva ivamo ivano ivate ivi ivo ono uta ute uti
            uto ar ir: delete
        """)
}
