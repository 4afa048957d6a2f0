extension SuffixRules {
    /// The rules of Portuguese.
    ///
    /// Couchbase Lite's version of the stemmer recognizes some Spanish suffixes in place of the
    /// Portuguese ones, such as `logía` instead of `logia`.
    static let portuguese = SuffixRules(
        """
        vowels = aeiouáéíóúâêô
        // ã and õ are two letters, so that they precede a consonant.
        replace = ã→a~ õ→o~
        R1 = ..V ..C .
        R2 = R1 ..V ..C .
        RV = . C ..V . | V V ..C . | C V .
        stem = (standard | verb) (-i RV &-c delete)? | -os,a,i,o,á,í,ó RV delete; form
        restore = a~→ã o~→õ

        standard
            eza ezas ico ica icos icas ismo ismos ável ível ista istas oso osa osos osas amento
            amentos imento imentos adora ador aça~o adoras adores aço~es ante antes ância: R2 delete
            logía logías: R2 'log'
            ución uciones: R2 'u'
            ência ências: R2 'ente'
            amente: R1 delete (-iv R2 delete (-at R2 delete)? | -os,ic,ad R2 delete)?
            mente: R2 delete (-ante,avel,ível R2 delete)?
            idade idades: R2 delete (-abil,ic,iv R2 delete)?
            iva ivo ivas ivos: R2 delete (-at R2 delete)?
            ira iras: RV &-e 'ir'

        verb within RV
            ada ida ia aria eria iria ará ara erá era irá ava asse esse isse aste este iste ei arei
            erei irei am iam ariam eriam iriam aram eram iram avam em arem erem irem assem essem issem
            ado ido ando endo indo ara~o era~o ira~o ar er ir as adas idas ias arias erias irias arás
            aras erás eras irás avas es ardes erdes irdes ares eres ires asses esses isses astes estes
            istes is ais eis íeis aríeis eríeis iríeis áreis areis éreis ereis íreis ireis ásseis
            ésseis ísseis áveis ados idos ámos amos íamos aríamos eríamos iríamos áramos éramos íramos
            ávamos emos aremos eremos iremos ássemos êssemos íssemos imos armos ermos irmos eu iu ou
            ira iras: delete

        form = -ç 'c' | [eéê] RV delete (-u RV &-g delete | -i RV &-c delete)?
        """)
}
