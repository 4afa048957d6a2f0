// The stemmer known as Porter 2. Words contain no apostrophes, because the tokenizer splits them
// there.

extension SuffixRules {
    static let english = SuffixRules(
        """
        vowels = aeiouy
        mark = ^Y VY
        R1 = arsen,commun,gener- | ..V ..C .
        R2 = R1 ..V ..C .
        stem = exception | (plural; unchanged | (participle; [yY] &(C .) 'i'; long; middle; short;
               -e (R2 delete | R1 !shortSyllable delete) | -l R2 &-l delete))
        shortSyllable = C V !. | [^aeiouywxY] V C

        // Words for which the rules produce a misleading stem.
        exception
            skis: !. 'ski'
            skies sky: !. 'sky'
            dying: !. 'die'
            lying: !. 'lie'
            tying: !. 'tie'
            idly: !. 'idl'
            gently: !. 'gentl'
            ugly: !. 'ugli'
            early: !. 'earli'
            only: !. 'onli'
            singly: !. 'singl'
            news howe atlas cosmos bias andes: !.
        unchanged = -inning,outing,canning,herring,earring,proceed,exceed,succeed !.

        // Step 1a: cries, but not ties, loses the suffix -es, and gaps, but not gas, the suffix -s.
        plural
            sses: 'ss'
            ied ies: &(. .) 'i' | 'ie'
            us ss:
            s: &(. ..V) delete

        // Step 1b. Step 1c is in the line of all steps.
        participle
            eed eedly: R1 'ee'
            ed edly ing ingly: &..V delete afterParticiple?
        afterParticiple = &-at,bl,iz 'e' | &[bdfgmnprt] double delete | &shortSyllable R1 !(. R1) 'e'

        // Steps 2 to 4. Step 5 is in the line of all steps.
        long in R1
            ational ation ator: 'ate'
            fulness fulli: 'ful'
            iveness iviti: 'ive'
            ization izer: 'ize'
            ousness ousli: 'ous'
            biliti bli: 'ble'
            lessli: 'less'
            tional: 'tion'
            alism aliti alli: 'al'
            entli: 'ent'
            abli: 'able'
            anci: 'ance'
            enci: 'ence'
            ogi: &-l 'og'
            li: &[cdeghkmnrt] delete
        middle in R1
            ational: 'ate'
            tional: 'tion'
            alize: 'al'
            icate iciti ical: 'ic'
            ative: R2 delete
            ful ness: delete
        short in R2
            able al ance ant ate ement ence ent er ible ic ism iti ive ize ment ous: delete
            ion: &[st] delete
        """)
}
