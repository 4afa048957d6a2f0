extension SuffixRules {
    static let french = SuffixRules(
        """
        vowels = aeiouyâàëéêèïîôûù
        mark = VUV VIV VY YV qU
        R1 = ..V ..C .
        R2 = R1 ..V ..C .
        RV = V V . | col,par,tap- | . ..V .
        stem = (standard | verbWithI | verb) (-Y 'i' | -ç 'c')? | (-s &[^aiouès] delete; residual);
               &-enn,onn,ett,ell,eill . delete; C ..V accent

        standard
            ance iqUe isme able iste eux ances iqUes ismes ables istes: R2 delete
            atrice ateur ation atrices ateurs ations: R2 delete ic?
            logie logies: R2 'log'
            usion ution usions utions: R2 'u'
            ence ences: R2 'ent'
            ement ements: RV delete beforeEment?
            ité ités: R2 delete beforeIté?
            if ive ifs ives: R2 delete (-at R2 delete ic?)?
            eaux: 'eau'
            aux: R1 'al'
            euse euses: R2 delete | R1 'eux'
            issement issements: R1 &C delete
            amment: RV 'ant' fail
            emment: RV 'ent' fail
            ment ments: &(V RV) delete fail
        ic = -ic (R2 delete | 'iqU')
        beforeEment
            iv: R2 delete (-at R2 delete)?
            eus: R2 delete | R1 'eux'
            abl iqU: R2 delete
            ièr Ièr: RV 'i'
        beforeIté
            abil: R2 delete | 'abl'
            ic: R2 delete | 'iqU'
            iv: R2 delete

        verbWithI within RV
            îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons
            iront is issaIent issais issait issant issante issantes issants isse issent isses issez
            issiez issions issons it: &(C RV) delete

        verb within RV
            ions: R2 delete
            é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez
            iez: delete
            âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez
            assions: delete (-e RV delete)?

        residual within RV
            ion: R2 &([st] RV) delete
            ier ière Ier Ière: 'i'
            e: delete
            ë: &(-gu RV) delete

        accent
            é è: 'e'
        """)
}
