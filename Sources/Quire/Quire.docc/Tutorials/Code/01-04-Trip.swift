struct Trip {
    var title: String
    var country: String
    var days: Int
    var budget: Double
}
