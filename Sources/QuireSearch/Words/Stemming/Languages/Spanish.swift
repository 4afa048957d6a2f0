extension SuffixRules {
    static let spanish = SuffixRules(
        """
        vowels = aeiouáéíóúü
        R1 = ..V ..C .
        R2 = R1 ..V ..C .
        RV = . C ..V . | V V ..C . | C V .
        stem = pronoun; standard | verbWithY | verb; residual
        restore = á→a é→e í→i ó→o ú→u

        pronoun
            me se sela selo selas selos la le lo las les los nos: &verbBeforePronoun delete
        verbBeforePronoun in RV
            iéndo: 'iendo'
            ándo: 'ando'
            ár: 'ar'
            ér: 'er'
            ír: 'ir'
            ando iendo ar er ir:
            yendo: &-u

        standard
            anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos
            osas amiento amientos imiento imientos: R2 delete
            adora ador ación adoras adores aciones ante antes ancia ancias: R2 delete (-ic R2 delete)?
            logía logías: R2 'log'
            ución uciones: R2 'u'
            encia encias: R2 'ente'
            amente: R1 delete (-iv R2 delete (-at R2 delete)? | -os,ic,ad R2 delete)?
            mente: R2 delete (-ante,able,ible R2 delete)?
            idad idades: R2 delete (-abil,ic,iv R2 delete)?
            iva ivo ivas ivos: R2 delete (-at R2 delete)?

        verbWithY within RV
            ya ye yan yen yeron yendo yo yó yas yes yais yamos: &-u delete

        verb within RV
            en es éis emos: (&-gu .)? delete
            arían arías arán arás aríais aría aréis aríamos aremos ará aré erían erías erán erás
            eríais ería eréis eríamos eremos erá eré irían irías irán irás iríais iría iréis iríamos
            iremos irá iré aba ada ida ía ara iera ad ed id ase iese aste iste an aban ían aran ieran
            asen iesen aron ieron ado ido ando iendo ió ar er ir as abas adas idas ías aras ieras ases
            ieses ís áis abais íais arais ierais aseis ieseis asteis isteis ados idos amos ábamos
            íamos imos áramos iéramos iésemos ásemos: delete

        residual in RV
            os a o á í ó: delete
            e é: delete (-u RV &-g delete)?
        """)
}
