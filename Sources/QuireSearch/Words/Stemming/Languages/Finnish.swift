extension SuffixRules {
    static let finnish = SuffixRules(
        """
        vowels = aeiouyäö
        R1 = ..V ..C .
        R2 = R1 ..V ..C .
        // The last steps remove one letter of a long vowel, a vowel, a j, an o, and one of two equal
        // consonants.
        stem = particle; possessive; case (other; -i,j R1 delete) | (other; plural);
               &(long R1) . delete; [aäei] &(C R1) delete; -j &([ou] R1) delete; -o &(-j R1) delete;
               ..C keep double delete
        long = -aa,ee,ii,oo,uu,ää,öö

        particle within R1
            kin kaan kään ko kö han hän pa pä: &[aeiouyäönt] delete
            sti: R2 delete

        possessive within R1
            si: !-k delete
            ni: delete (-kse 'ksi')?
            nsa nsä mme nne: delete
            an: &-ta,ssa,sta,lla,lta,na delete
            än: &-tä,ssä,stä,llä,ltä,nä delete
            en: &-lle,ine delete

        case = longCase | !(-han,hen,hin,hon,hän,hön R1) -n R1 (&(long | -ie) .)? delete
        longCase within R1
            han: &-a delete
            hen tta ttä: &-e delete
            hin: &-i delete
            hon: &-o delete
            hän: &-ä delete
            hön: &-ö delete
            siin den tten: &(-i [aeiouäö]) delete
            seen: &long delete
            a ä: &(V C) delete
            ta tä ssa ssä sta stä lla llä lta ltä lle na nä ksi ine: delete

        other within R2
            mpi mpa mpä mmi mma mmä: !-po delete
            impi impa impä immi imma immä eja ejä: delete
        plural = -t &(V R1) delete mma?
        mma within R2
            mma: !-po delete
            imma: delete
        """)
}
