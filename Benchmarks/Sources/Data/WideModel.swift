/// A model with sixty keys.
struct WideModel: Codable, Equatable {
    var field00, field01, field02, field03: Int
    var field04, field05, field06, field07: Int
    var field08, field09, field10, field11: Int
    var field12, field13, field14, field15: Int
    var field16, field17, field18, field19: Int
    var field20, field21, field22, field23: Int
    var field24, field25, field26, field27: Int
    var field28, field29, field30, field31: Int
    var field32, field33, field34, field35: Int
    var field36, field37, field38, field39: Int
    var field40, field41, field42, field43: Int
    var field44, field45, field46, field47: Int
    var field48, field49, field50, field51: Int
    var field52, field53, field54, field55: Int
    var field56, field57, field58, field59: Int
}
