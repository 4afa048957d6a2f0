extension SuffixRules {
    static let dutch = SuffixRules(
        """
        vowels = aeiouyè
        replace = ä→a á→a ë→e é→e ï→i í→i ö→o ó→o ü→u ú→u
        mark = ^Y VIV VY
        // At least three bytes precede R1.
        R1 = &(A A) V C . | ..V ..C .
        R2 = ..V ..C ..V ..C .
        stem = inflection; finalE (heid; -bar R2 delete | derivation) | (heid; derivation); doubledVowel

        inflection in R1
            heden: 'heid'
            en ene: en
            s se: &[^aeiouyèj] delete
        en = R1 &C !-gem delete undouble?
        undouble = &-kk,dd,tt . delete

        finalE = -e R1 &C delete undouble?
        heid = -heid R2 !-c delete (-en en)?
        derivation in R2
            end ing: delete (-ig R2 !-e delete | undouble)?
            ig: !-e delete
            lijk: delete finalE?
            baar: delete

        // One of two equal vowels between consonants, as in maan.
        doubledVowel = [^aeiouyèI] keep &(-aa,ee,oo,uu C) double delete
        """)
}
