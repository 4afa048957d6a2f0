extension SuffixRules {
    /// The rules of Turkish.
    ///
    /// The names of suffixes follow Turkish grammars: A is a or e, U is ı, i, u or ü, d or D is d or t.
    /// A y, n or s in front of them is optional after a vowel. A chain ends in the suffix -ki.
    static let turkish = SuffixRules(
        """
        vowels = aeıioöuü
        R1 = ..V . ..V .
        // Words with a single vowel have no R1 and are unchanged.
        stem = R1 (verb (noun; finish)
             | lAr delete ((dUr | yDU | ysA | ymUş) delete)?
             | otherVerb? (noun; finish))

        verb = (ymUş | yDU | ysA | yken | cAsInA person? ymUş) delete
        otherVerb = nUz (yDU | ysA) delete
                  | (sUnUz | yUz | sUn | yUm) delete (ymUş delete)?
                  | dUr delete (person? ymUş delete)?
        person = sUnUz | lAr | yUm | sUn | yUz

        noun = lAr delete chain?
             | ncA delete (lArI delete | owner | plural)?
             | (ndA | nA) beforeCase
             | (ndAn | nU) (sU delete plural? | lArI)
             | dAn delete (possessive delete plural? | plural | chain)?
             | (nUn | ylA) delete (lAr delete chain | owner | chain)?
             | lArI delete
             | chain
             | (dA | yU | yA) delete (possessive delete (lAr delete)? chain? | plural)?
             | owner
        owner = (possessive | sU) delete plural?
        plural = lAr delete chain?
        chain = keep -ki (dA delete (plural | possessive delete plural?)?
                        | nUn delete (lArI delete | owner | chain)?
                        | ndA beforeCase)
        beforeCase = lArI delete | sU delete plural? | chain

        finish = !(-ad,soyad !.) (&[dg] addVowel | devoicing)
        addVowel = &(..V [aı]) 'ı' | &(..V [ei]) 'i' | &(..V [ou]) 'u' | &..V 'ü'
        devoicing
            b: 'p'
            c: 'ç'
            d: 't'
            ğ: 'k'

        // The suffixes.
        possessive = -mız,miz,muz,müz,nız,niz,nuz,nüz,m,n u
        sU = harmony -ı,i,u,ü s
        yU = harmony -ı,i,u,ü y
        nU = harmony -nı,ni,nu,nü
        nUn = harmony -ın,in,un,ün n
        yA = harmony -a,e y
        nA = harmony -na,ne
        dA = harmony -da,de,ta,te
        ndA = harmony -nda,nde
        dAn = harmony -dan,den,tan,ten
        ndAn = harmony -ndan,nden
        ylA = harmony -la,le y
        ncA = harmony -ca,ce n
        lAr = harmony -ler,lar
        lArI = -leri,ları
        yUm = harmony -ım,im,um,üm y
        sUn = harmony -sın,sin,sun,sün
        yUz = harmony -ız,iz,uz,üz y
        nUz = harmony -nız,niz,nuz,nüz
        sUnUz = -sınız,siniz,sunuz,sünüz
        dUr = harmony -tır,tir,tur,tür,dır,dir,dur,dür
        ysA = -sam,san,sak,sem,sen,sek,sa,se y
        ymUş = harmony -mış,miş,muş,müş y
        yken = -ken y
        cAsInA = -casına,cesine
        yDU = harmony past y
        past
            tım tim tum tüm dım dim dum düm tın tin tun tün dın din dun dün
            tık tik tuk tük dık dik duk dük tı ti tu tü dı di du dü:

        // Optional letters in front of a suffix.
        s = &(. V) (-s)?
        y = &(. V) (-y)?
        n = &(. V) (-n)?
        u = &(. C) [ıiuü]?

        // The last vowel agrees with a vowel before it.
        harmony = &(..V harmonicVowel)
        harmonicVowel
            a: ..[aıou]
            e: ..[eiöü]
            ı: ..[aı]
            i: ..[ei]
            o u: ..[ou]
            ö ü: ..[öü]
        """)
}
