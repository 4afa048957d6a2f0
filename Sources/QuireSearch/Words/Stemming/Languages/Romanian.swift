extension SuffixRules {
    /// The rules of Romanian, with a cedilla in ş and ţ.
    static let romanian = SuffixRules(
        """
        vowels = aeiouâîă
        mark = VUV VIV
        R1 = ..V ..C .
        R2 = R1 ..V ..C .
        RV = . C ..V . | V V ..C . | C V .
        stem = inflection; combinations standard? | standard | verb; -a,e,i,ie,ă RV delete

        inflection in R1
            ul ului: delete
            aua: 'a'
            ea ele elor: 'e'
            ii iua iei iile iilor ilor: 'i'
            ile: !-ab 'i'
            atei: 'at'
            aţie aţia: 'aţi'

        combinations = combination combinations?
        combination in R1
            abilitate abilitati abilităi abilităţi: 'abil'
            ibilitate: 'ibil'
            ivitate ivitati ivităi ivităţi: 'iv'
            icitate icitati icităi icităţi icator icatori iciv iciva icive icivi icivă ical icala icale
            icali icală: 'ic'
            ativ ativa ative ativi ativă aţiune atoare ator atori ătoare ător ători: 'at'
            itiv itiva itive itivi itivă iţiune itoare itor itori: 'it'

        standard in R2
            at ata ată ati ate ut uta ută uti ute it ita ită iti ite ic ica ice ici ică abil abila
            abile abili abilă ibil ibila ibile ibili ibilă oasa oasă oase os osi oşi ant anta ante
            anti antă ator atori itate itati ităi ităţi iv iva ive ivi ivă: delete
            iune iuni: -ţ 't'
            ism isme ist ista iste isti istă işti: 'ist'

        verb within RV
            are ere ire âre ind ând indu ându eze ească ez ezi ează esc eşti eşte ăsc ăşti ăşte am ai
            au eam eai ea eaţi eau iam iai ia iaţi iau ui aşi arăm arăţi ară uşi urăm urăţi ură işi
            irăm irăţi iră âi âşi ârăm ârăţi âră asem aseşi ase aserăm aserăţi aseră isem iseşi ise
            iserăm iserăţi iseră âsem âseşi âse âserăm âserăţi âseră usem useşi use userăm userăţi
            useră: &([^aeioâîă] RV) delete
            ăm aţi em eţi im iţi âm âţi seşi serăm serăţi seră sei se sesem seseşi sese seserăm
            seserăţi seseră: delete
        """)
}
