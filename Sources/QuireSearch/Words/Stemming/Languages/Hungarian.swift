// Couchbase Lite's version of the stemmer has õ and û in place of ő and ű. Indexes of both programs
// must contain the same stems, so this version is the same.

extension SuffixRules {
    static let hungarian = SuffixRules(
        """
        vowels = aeiouáéíóöõúüû
        R1 = V ..C (cs,dzs,gy,ly,ny,sz,ty,zs- | .) | C ..V .
        stem = instrumental; case accent; accentedCase; comitative; factive; owned; singularOwner;
               pluralOwner; plural

        instrumental in R1
            al el: undouble
        factive in R1
            á é: undouble
        // Removes the suffix after a doubled consonant, and one letter of the consonant.
        undouble = &-bb,cc,ccs,dd,ff,gg,ggy,jj,kk,ll,lly,mm,nn,nny,pp,rr,ss,ssz,tt,tty,vv,zz,zzs
                   delete . keep . delete

        case in R1
            ban ben ba be ra re nak nek val vel tól tõl ról rõl ból bõl hoz hez höz nál nél ig at et
            ot öt ért képp képpen kor ul ül vá vé onként enként anként ként en on an ön n t: delete
        accent in R1
            á: 'a'
            é: 'e'
        accentedCase in R1
            én: 'e'
            án ánként: 'a'
        comitative in R1
            astul estül stul stül: delete
            ástul: 'a'
            éstül: 'e'
        plural in R1
            ök ak ok ek k: delete
            ák: 'a'
            ék: 'e'

        owned in R1
            oké öké aké eké ké éi é: delete
            áké áéi: 'a'
            éké ééi éé: 'e'
        singularOwner in R1
            ünk unk nk juk jük uk ük em om am m od ed ad öd d ja je a e o: delete
            ánk ájuk ám ád á: 'a'
            énk éjük ém éd é: 'e'
        pluralOwner in R1
            jaim jeim aim eim im jaid jeid aid eid id jai jei ai ei i jaink jeink eink aink ink
            jaitok jeitek aitok eitek itek jeik jaik aik eik ik: delete
            áim áid ái áink áitok áik: 'a'
            éim éid éi éink éitek éik: 'e'
        """)
}
