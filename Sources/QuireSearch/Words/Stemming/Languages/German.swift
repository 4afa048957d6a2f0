extension SuffixRules {
    static let german = SuffixRules(
        """
        vowels = aeiouyäöü
        replace = ß→ss
        mark = VUV VYV
        // At least three letters precede R1.
        R1 = V C . | ..V ..C .
        R2 = ..V ..C ..V ..C .
        stem = first; second; third
        restore = ä→a ö→o ü→u

        first in R1
            em ern er: delete
            e en es: delete (-niss 'nis')?
            s: &[bdfghklmnrt] delete
        second in R1
            en er est: delete
            st: &([bdfghklmnt] . . .) delete
        third in R2
            end ung: delete (-ig R2 !-e delete)?
            ig ik isch: !-e delete
            lich heit: delete (-er,en R1 delete)?
            keit: delete (-lich,ig R2 delete)?
        """)
}
