import Foundation
import Quire

// Generated filters of nine terms each. `Scripts/checks/filters` limits the steps that the compiler
// needs to type-check each of them.
extension FilterHotel {
    static func filters(
        _ hotels: Repository<FilterHotel>, city: String, optionalCity: String?, cities: [String],
        limit: Int, day: Date
    ) -> [Selection<FilterHotel>] {
        var filters: [Selection<FilterHotel>] = []
        filters.append(
            hotels.filter {
                3 < $0.stars && $0.renovated == nil && $0.name.hasPrefix("H") && $0.hasPool == true
                    && $0.petsWelcome && !$0.tags.isEmpty && $0.secondKind == .hostel
                    && ["Bergen", "Oslo"].contains($0.address.city) && $0.roomRate / 2 + 10 != 70
            })
        filters.append(
            hotels.filter {
                $0.rooms % 4 == 1 && $0.address.location?.latitude > 59.5 || $0.tags[0] == "quiet"
                    || (1...5).contains($0.stars)
                        && $0.name + ", " + $0.address.city == "Grand, Bergen"
                        && $0.roomRate * 1.25 <= 200.5 && ($0.lowestRate ?? 0 < 90)
                        && $0.floors == limit
                    || $0.stars >= limit
            })
        filters.append(
            hotels.filter {
                ($0.reviews.every { $0.rating > 2 && $0.isVerified } || $0.address.location == nil)
                    && ($0.name.lowercased().contains("house") || $0.stars * 2 + 1 > $0.rooms)
                    && !(!$0.isClosed && $0.roomRate - 5 > $0.lowestRate)
                    && ($0.phone.count < 12 || $0.name == city || (2...).contains($0.floors))
            })
        filters.append(
            hotels.filter {
                $0.phone == optionalCity || $0.rooms / 10 - 1 >= $0.stars || $0.tags.contains("sea")
                    || $0.lowestRate == nil || $0.address.city == "Bergen" || $0.kind != .inn
                    || !$0.hasPool || $0.address.location.latitude <= 70 || $0.opened < day
            })
        filters.append(
            hotels.filter {
                $0.floors > 3 && [.inn, .hotel].contains($0.secondKind) && $0.name != $0.phone
                    && $0.phone?.hasSuffix("1") == true && $0.tags.count >= 2 && $0.stars > 3
                    && [.hotel, .hostel].contains($0.kind) && $0.roomRate < 150
                    && $0.renovated > $0.opened
            })
        filters.append(
            hotels.filter {
                3 < $0.stars && $0.name.hasPrefix("H")
                    || $0.secondKind == .hostel && $0.renovated == nil
                    || ["Bergen", "Oslo"].contains($0.address.city)
                    || $0.petsWelcome && !$0.tags.isEmpty && $0.roomRate / 2 + 10 != 70
                    || $0.reviews.any { $0.rating >= 4 }
            })
        filters.append(
            hotels.filter {
                ($0.rooms % 4 == 1 || (1...5).contains($0.stars))
                    && ($0.tags[0] == "quiet" || $0.floors == limit)
                    && !($0.address.location?.latitude > 59.5
                        && $0.name + ", " + $0.address.city == "Grand, Bergen")
                    && ($0.stars >= limit || ($0.lowestRate ?? 0 < 90) || $0.hasPool)
            })
        filters.append(
            hotels.filter {
                [.hotel, .hostel].contains($0.kind) || $0.names["nb"].hasPrefix("Hav")
                    || $0.phone?.hasSuffix("1") == true || ($0.lowestRate ?? 0 < 90)
                    || $0.name != $0.phone || $0.rooms % 4 == 1 || $0.hasPool || $0.roomRate < 150
                    || $0.floors > 3
            })
        filters.append(
            hotels.filter {
                $0.hasPool == true && $0.secondKind == .hostel && $0.name == city
                    && ["Bergen", "Oslo"].contains($0.address.city) && $0.phone.count < 12
                    && !$0.tags.isEmpty && $0.name.hasPrefix("H") && $0.renovated == nil
                    && -$0.stars < -2
            })
        filters.append(
            hotels.filter {
                $0.roomRate * 1.25 <= 200.5 && $0.name.count > 5 && $0.tags[0] == "quiet"
                    && $0.stars >= limit && $0.kind != .inn && $0.address.location?.latitude > 59.5
                    || $0.floors == limit && $0.address.city == "Bergen"
                        && (1...5).contains($0.stars)
            })
        filters.append(
            hotels.filter {
                ($0.name.lowercased().contains("house") || $0.tags.count >= 2)
                    && ($0.roomRate - 5 > $0.lowestRate || cities.contains($0.address.city))
                    && !($0.stars * 2 + 1 > $0.rooms && [.inn, .hotel].contains($0.secondKind))
                    && (!$0.isClosed || (2...).contains($0.floors)
                        || $0.reviews.every { $0.rating > 2 && $0.isVerified })
            })
        filters.append(
            hotels.filter {
                $0.reviews.any { $0.rating >= 4 } || $0.opened < day || $0.lowestRate == nil
                    || $0.rooms / 10 - 1 >= $0.stars || $0.address.location.latitude <= 70
                    || $0.phone == optionalCity || (50..<300).contains($0.roomRate) || !$0.hasPool
                    || $0.petsWelcome
            })
        filters.append(
            hotels.filter {
                $0.hasPool && $0.rooms % 4 == 1 && $0.roomRate < 150 && $0.name != $0.phone
                    && $0.stars > 3 && [.hotel, .hostel].contains($0.kind) && $0.floors > 3
                    && $0.names["nb"].hasPrefix("Hav") && $0.phone?.hasSuffix("1") == true
            })
        filters.append(
            hotels.filter {
                ["Bergen", "Oslo"].contains($0.address.city) && $0.name == city
                    && $0.name.hasPrefix("H") && $0.renovated == nil && -$0.stars < -2
                    && $0.secondKind == .hostel && $0.hasPool == true
                    || $0.roomRate / 2 + 10 != 70 && !$0.tags.isEmpty
            })
        filters.append(
            hotels.filter {
                ($0.petsWelcome || $0.address.location.latitude <= 70)
                    && ($0.reviews.any { $0.rating >= 4 } || $0.roomRate / 2 + 10 != 70)
                    && !($0.name.hasPrefix("H") && ["Bergen", "Oslo"].contains($0.address.city))
                    && ($0.phone == optionalCity || (50..<300).contains($0.roomRate)
                        || 3 < $0.stars)
            })
        filters.append(
            hotels.filter {
                $0.name + ", " + $0.address.city == "Grand, Bergen"
                    || $0.names["nb"].hasPrefix("Hav") || $0.hasPool
                    || $0.address.location?.latitude > 59.5 || [.hotel, .hostel].contains($0.kind)
                    || $0.floors > 3 || $0.rooms % 4 == 1 || (1...5).contains($0.stars)
                    || ($0.lowestRate ?? 0 < 90)
            })
        filters.append(
            hotels.filter {
                (2...).contains($0.floors) && !$0.tags.isEmpty && $0.address.location == nil
                    && $0.reviews.every { $0.rating > 2 && $0.isVerified } && $0.hasPool == true
                    && -$0.stars < -2 && $0.phone.count < 12 && $0.renovated == nil
                    && $0.name == city
            })
        filters.append(
            hotels.filter {
                $0.name.count > 5 || $0.stars >= limit && $0.opened < day
                    || $0.floors == limit && $0.address.city == "Bergen" && $0.tags.contains("sea")
                        && $0.kind != .inn && $0.roomRate * 1.25 <= 200.5
                    || !$0.hasPool
            })
        filters.append(
            hotels.filter {
                ($0.name.lowercased().contains("house") || $0.tags.count >= 2)
                    && ($0.stars * 2 + 1 > $0.rooms || $0.stars > 3)
                    && !($0.roomRate - 5 > $0.lowestRate && cities.contains($0.address.city))
                    && ($0.renovated > $0.opened || [.inn, .hotel].contains($0.secondKind)
                        || $0.roomRate < 150)
            })
        filters.append(
            hotels.filter {
                $0.reviews.any { $0.rating >= 4 } || 3 < $0.stars
                    || (50..<300).contains($0.roomRate) || $0.lowestRate == nil
                    || $0.name.hasPrefix("H") || $0.address.location.latitude <= 70
                    || $0.roomRate / 2 + 10 != 70 || $0.phone == optionalCity || $0.petsWelcome
            })
        filters.append(
            hotels.filter {
                $0.hasPool && ($0.lowestRate ?? 0 < 90) && $0.phone?.hasSuffix("1") == true
                    && $0.names["nb"].hasPrefix("Hav") && $0.floors > 3
                    && $0.name + ", " + $0.address.city == "Grand, Bergen" && $0.rooms % 4 == 1
                    && [.hotel, .hostel].contains($0.kind) && $0.address.location?.latitude > 59.5
            })
        filters.append(
            hotels.filter {
                $0.renovated > $0.opened || $0.phone?.hasSuffix("1") == true
                    || [.inn, .hotel].contains($0.secondKind) && $0.floors > 3
                        && $0.name != $0.phone
                    || $0.stars > 3 && [.hotel, .hostel].contains($0.kind)
                    || $0.tags.count >= 2 && $0.roomRate < 150
            })
        filters.append(
            hotels.filter {
                ($0.petsWelcome || !$0.tags.isEmpty)
                    && (["Bergen", "Oslo"].contains($0.address.city) || 3 < $0.stars)
                    && !($0.reviews.any { $0.rating >= 4 } && $0.secondKind == .hostel)
                    && ($0.renovated == nil || $0.name.hasPrefix("H") || $0.roomRate / 2 + 10 != 70)
            })
        filters.append(
            hotels.filter {
                $0.name + ", " + $0.address.city == "Grand, Bergen" || $0.hasPool
                    || $0.stars >= limit || $0.floors == limit
                    || $0.address.location?.latitude > 59.5 || ($0.lowestRate ?? 0 < 90)
                    || $0.rooms % 4 == 1 || $0.tags[0] == "quiet" || (1...5).contains($0.stars)
            })
        filters.append(
            hotels.filter {
                $0.phone.count < 12 && -$0.stars < -2 && $0.roomRate - 5 > $0.lowestRate
                    && !$0.isClosed && $0.stars * 2 + 1 > $0.rooms
                    && $0.reviews.every { $0.rating > 2 && $0.isVerified }
                    && (2...).contains($0.floors) && $0.address.location == nil && $0.name == city
            })
        filters.append(
            hotels.filter {
                !$0.hasPool && $0.phone == optionalCity && $0.tags.contains("sea")
                    && $0.name.count > 5 || $0.rooms / 10 - 1 >= $0.stars
                    || $0.lowestRate == nil && $0.address.city == "Bergen"
                    || $0.kind != .inn && $0.opened < day
            })
        filters.append(
            hotels.filter {
                ($0.renovated > $0.opened || $0.name != $0.phone)
                    && ([.hotel, .hostel].contains($0.kind) || $0.roomRate < 150)
                    && !($0.tags.count >= 2 && cities.contains($0.address.city))
                    && ($0.stars > 3 || [.inn, .hotel].contains($0.secondKind)
                        || $0.phone?.hasSuffix("1") == true)
            })
        filters.append(
            hotels.filter {
                3 < $0.stars || $0.petsWelcome || ["Bergen", "Oslo"].contains($0.address.city)
                    || !$0.tags.isEmpty || $0.reviews.any { $0.rating >= 4 }
                    || $0.roomRate / 2 + 10 != 70 || $0.secondKind == .hostel
                    || (50..<300).contains($0.roomRate) || $0.name.hasPrefix("H")
            })
        filters.append(
            hotels.filter {
                $0.phone == optionalCity && (50..<300).contains($0.roomRate) && !$0.hasPool
                    && $0.address.location.latitude <= 70 && $0.lowestRate == nil
                    && $0.rooms / 10 - 1 >= $0.stars && $0.opened < day
                    && $0.reviews.any { $0.rating >= 4 } && $0.petsWelcome
            })
        filters.append(
            hotels.filter {
                $0.hasPool && $0.stars > 3 && $0.phone?.hasSuffix("1") == true
                    && [.hotel, .hostel].contains($0.kind) && $0.names["nb"].hasPrefix("Hav")
                    || $0.roomRate < 150 || $0.rooms % 4 == 1
                    || $0.name != $0.phone && $0.floors > 3
            })
        filters.append(
            hotels.filter {
                (["Bergen", "Oslo"].contains($0.address.city) || $0.roomRate / 2 + 10 != 70)
                    && ($0.secondKind == .hostel || $0.name.hasPrefix("H"))
                    && !($0.hasPool == true && $0.name == city)
                    && (-$0.stars < -2 || $0.renovated == nil || !$0.tags.isEmpty)
            })
        filters.append(
            hotels.filter {
                $0.floors == limit || $0.name.count > 5 || $0.address.city == "Bergen"
                    || $0.name + ", " + $0.address.city == "Grand, Bergen"
                    || (1...5).contains($0.stars) || $0.roomRate * 1.25 <= 200.5
                    || $0.address.location?.latitude > 59.5 || $0.stars >= limit
                    || $0.tags[0] == "quiet"
            })
        filters.append(
            hotels.filter {
                (2...).contains($0.floors) && $0.stars * 2 + 1 > $0.rooms && !$0.isClosed
                    && cities.contains($0.address.city) && $0.address.location == nil
                    && $0.name.lowercased().contains("house")
                    && $0.reviews.every { $0.rating > 2 && $0.isVerified }
                    && $0.roomRate - 5 > $0.lowestRate && [.inn, .hotel].contains($0.secondKind)
            })
        filters.append(
            hotels.filter {
                $0.lowestRate == nil && $0.rooms / 10 - 1 >= $0.stars
                    || $0.opened < day && !$0.hasPool && $0.phone == optionalCity
                    || $0.address.location.latitude <= 70 && (50..<300).contains($0.roomRate)
                    || $0.reviews.any { $0.rating >= 4 } && $0.tags.contains("sea")
            })
        filters.append(
            hotels.filter {
                ($0.stars > 3 || $0.name != $0.phone)
                    && ($0.phone?.hasSuffix("1") == true || [.hotel, .hostel].contains($0.kind))
                    && !($0.roomRate < 150 && $0.hasPool)
                    && ($0.names["nb"].hasPrefix("Hav") || $0.floors > 3
                        || $0.renovated > $0.opened)
            })
        filters.append(
            hotels.filter {
                $0.roomRate - 5 > $0.lowestRate || cities.contains($0.address.city)
                    || $0.name.lowercased().contains("house")
                    || [.inn, .hotel].contains($0.secondKind) || $0.renovated > $0.opened
                    || $0.stars > 3 || $0.roomRate < 150 || $0.stars * 2 + 1 > $0.rooms
                    || $0.tags.count >= 2
            })
        filters.append(
            hotels.filter {
                $0.lowestRate == nil && $0.petsWelcome && 3 < $0.stars
                    && (50..<300).contains($0.roomRate) && $0.reviews.any { $0.rating >= 4 }
                    && $0.address.location.latitude <= 70 && $0.roomRate / 2 + 10 != 70
                    && $0.name.hasPrefix("H") && $0.phone == optionalCity
            })
        filters.append(
            hotels.filter {
                $0.name + ", " + $0.address.city == "Grand, Bergen" && $0.floors > 3
                    && $0.phone?.hasSuffix("1") == true && [.hotel, .hostel].contains($0.kind)
                    && $0.rooms % 4 == 1 || ($0.lowestRate ?? 0 < 90) || $0.hasPool
                    || $0.names["nb"].hasPrefix("Hav") || $0.address.location?.latitude > 59.5
            })
        filters.append(
            hotels.filter {
                (!$0.tags.isEmpty || -$0.stars < -2)
                    && ((2...).contains($0.floors) || $0.renovated == nil)
                    && !($0.secondKind == .hostel && $0.phone.count < 12)
                    && ($0.hasPool == true || $0.name == city || $0.address.location == nil)
            })
        filters.append(
            hotels.filter {
                $0.roomRate * 1.25 <= 200.5 || $0.kind != .inn || $0.name.count > 5
                    || $0.address.city == "Bergen" || $0.tags.contains("sea") || $0.floors == limit
                    || $0.tags[0] == "quiet" || $0.stars >= limit || $0.opened < day
            })
        filters.append(
            hotels.filter {
                [.inn, .hotel].contains($0.secondKind) && $0.roomRate - 5 > $0.lowestRate
                    && $0.renovated > $0.opened && $0.tags.count >= 2
                    && $0.name.lowercased().contains("house") && !$0.isClosed
                    && $0.stars * 2 + 1 > $0.rooms && cities.contains($0.address.city)
                    && $0.stars > 3
            })
        filters.append(
            hotels.filter {
                (50..<300).contains($0.roomRate) || $0.lowestRate == nil
                    || $0.rooms / 10 - 1 >= $0.stars && $0.phone == optionalCity && $0.petsWelcome
                        && 3 < $0.stars && $0.reviews.any { $0.rating >= 4 }
                        && $0.roomRate / 2 + 10 != 70 && $0.address.location.latitude <= 70
            })
        filters.append(
            hotels.filter {
                ($0.opened < day || $0.address.city == "Bergen")
                    && ($0.rooms / 10 - 1 >= $0.stars || $0.lowestRate == nil)
                    && !($0.kind != .inn && !$0.hasPool)
                    && ($0.tags.contains("sea") || $0.name.count > 5 || $0.phone == optionalCity)
            })
        filters.append(
            hotels.filter {
                $0.phone?.hasSuffix("1") == true || [.hotel, .hostel].contains($0.kind)
                    || $0.renovated > $0.opened || $0.roomRate < 150
                    || [.inn, .hotel].contains($0.secondKind) || $0.tags.count >= 2 || $0.stars > 3
                    || cities.contains($0.address.city) || $0.name != $0.phone
            })
        filters.append(
            hotels.filter {
                $0.secondKind == .hostel && ["Bergen", "Oslo"].contains($0.address.city)
                    && $0.name.hasPrefix("H") && $0.petsWelcome && 3 < $0.stars
                    && $0.reviews.any { $0.rating >= 4 } && $0.roomRate / 2 + 10 != 70
                    && (50..<300).contains($0.roomRate) && !$0.tags.isEmpty
            })
        filters.append(
            hotels.filter {
                $0.floors == limit && $0.tags[0] == "quiet"
                    || ($0.lowestRate ?? 0 < 90) && (1...5).contains($0.stars) && $0.hasPool
                        && $0.address.location?.latitude > 59.5 && $0.names["nb"].hasPrefix("Hav")
                        && $0.rooms % 4 == 1 && $0.name + ", " + $0.address.city == "Grand, Bergen"
            })
        filters.append(
            hotels.filter {
                ($0.address.location == nil || $0.name == city)
                    && ($0.reviews.every { $0.rating > 2 && $0.isVerified } || $0.hasPool == true)
                    && !($0.stars * 2 + 1 > $0.rooms && (2...).contains($0.floors))
                    && (-$0.stars < -2 || $0.phone.count < 12 || !$0.isClosed)
            })
        filters.append(
            hotels.filter {
                $0.address.city == "Bergen" || $0.opened < day || $0.kind != .inn
                    || $0.rooms / 10 - 1 >= $0.stars || $0.name.count > 5
                    || $0.roomRate * 1.25 <= 200.5 || $0.tags.contains("sea")
                    || $0.lowestRate == nil || !$0.hasPool
            })
        filters.append(
            hotels.filter {
                $0.phone?.hasSuffix("1") == true && $0.tags.count >= 2 && $0.renovated > $0.opened
                    && [.inn, .hotel].contains($0.secondKind) && $0.name != $0.phone
                    && cities.contains($0.address.city) && $0.name.lowercased().contains("house")
                    && $0.stars > 3 && $0.roomRate < 150
            })
        filters.append(
            hotels.filter {
                $0.stars * 2 + 1 > $0.rooms && $0.roomRate - 5 > $0.lowestRate
                    && $0.name.lowercased().contains("house")
                    && [.inn, .hotel].contains($0.secondKind) && (2...).contains($0.floors)
                    && $0.address.location == nil
                    || $0.reviews.every { $0.rating > 2 && $0.isVerified }
                    || !$0.isClosed && cities.contains($0.address.city)
            })
        filters.append(
            hotels.filter {
                ((50..<300).contains($0.roomRate) || $0.address.location.latitude <= 70)
                    && ($0.phone == optionalCity || $0.reviews.any { $0.rating >= 4 })
                    && !($0.opened < day && $0.lowestRate == nil)
                    && ($0.tags.contains("sea") || !$0.hasPool || $0.rooms / 10 - 1 >= $0.stars)
            })
        filters.append(
            hotels.filter {
                $0.name != $0.phone || $0.names["nb"].hasPrefix("Hav")
                    || $0.phone?.hasSuffix("1") == true || $0.floors > 3 || $0.hasPool
                    || $0.renovated > $0.opened || $0.stars > 3 || $0.roomRate < 150
                    || [.hotel, .hostel].contains($0.kind)
            })
        filters.append(
            hotels.filter {
                !$0.tags.isEmpty && $0.hasPool == true && 3 < $0.stars && -$0.stars < -2
                    && $0.roomRate / 2 + 10 != 70 && ["Bergen", "Oslo"].contains($0.address.city)
                    && $0.renovated == nil && $0.name.hasPrefix("H") && $0.secondKind == .hostel
            })
        filters.append(
            hotels.filter {
                $0.roomRate * 1.25 <= 200.5 && $0.name + ", " + $0.address.city == "Grand, Bergen"
                    && $0.address.location?.latitude > 59.5 || $0.tags[0] == "quiet"
                    || ($0.lowestRate ?? 0 < 90) && (1...5).contains($0.stars)
                    || $0.stars >= limit && $0.name.count > 5 && $0.floors == limit
            })
        filters.append(
            hotels.filter {
                ($0.name.lowercased().contains("house")
                    || $0.reviews.every { $0.rating > 2 && $0.isVerified })
                    && ($0.phone.count < 12 || (2...).contains($0.floors))
                    && !(cities.contains($0.address.city) && $0.address.location == nil)
                    && (!$0.isClosed || $0.roomRate - 5 > $0.lowestRate
                        || $0.stars * 2 + 1 > $0.rooms)
            })
        filters.append(
            hotels.filter {
                $0.opened < day || $0.tags.contains("sea") || $0.lowestRate == nil
                    || $0.rooms / 10 - 1 >= $0.stars || $0.kind != .inn || $0.phone == optionalCity
                    || $0.address.location.latitude <= 70 || !$0.hasPool
                    || (50..<300).contains($0.roomRate)
            })
        filters.append(
            hotels.filter {
                $0.tags.contains("sea") && $0.tags[0] == "quiet" && $0.opened < day
                    && $0.stars >= limit && $0.roomRate * 1.25 <= 200.5 && $0.name.count > 5
                    && $0.address.city == "Bergen" && $0.floors == limit && $0.kind != .inn
            })
        filters.append(
            hotels.filter {
                [.inn, .hotel].contains($0.secondKind)
                    || cities.contains($0.address.city) && !$0.isClosed && $0.renovated > $0.opened
                    || $0.stars > 3
                    || $0.tags.count >= 2 && $0.name.lowercased().contains("house")
                        && $0.roomRate - 5 > $0.lowestRate && $0.stars * 2 + 1 > $0.rooms
            })
        filters.append(
            hotels.filter {
                (3 < $0.stars || $0.address.location.latitude <= 70)
                    && ($0.rooms / 10 - 1 >= $0.stars || $0.phone == optionalCity)
                    && !($0.roomRate / 2 + 10 != 70 && $0.lowestRate == nil)
                    && ($0.petsWelcome || (50..<300).contains($0.roomRate)
                        || $0.reviews.any { $0.rating >= 4 })
            })
        filters.append(
            hotels.filter {
                $0.name != $0.phone || $0.floors > 3 || $0.rooms % 4 == 1
                    || $0.phone?.hasSuffix("1") == true || [.hotel, .hostel].contains($0.kind)
                    || $0.names["nb"].hasPrefix("Hav") || ($0.lowestRate ?? 0 < 90) || $0.hasPool
                    || $0.name + ", " + $0.address.city == "Grand, Bergen"
            })
        filters.append(
            hotels.filter {
                -$0.stars < -2 && $0.phone.count < 12 && $0.name == city && !$0.tags.isEmpty
                    && ["Bergen", "Oslo"].contains($0.address.city) && $0.renovated == nil
                    && $0.address.location == nil && $0.hasPool == true && $0.secondKind == .hostel
            })
        filters.append(
            hotels.filter {
                $0.tags[0] == "quiet" && $0.roomRate * 1.25 <= 200.5 && $0.stars >= limit
                    || $0.address.city == "Bergen" && $0.tags.contains("sea") && $0.name.count > 5
                    || $0.kind != .inn || $0.floors == limit && (1...5).contains($0.stars)
            })
        filters.append(
            hotels.filter {
                ($0.roomRate - 5 > $0.lowestRate || $0.renovated > $0.opened)
                    && ([.inn, .hotel].contains($0.secondKind) || $0.tags.count >= 2)
                    && !(cities.contains($0.address.city) && !$0.isClosed)
                    && ($0.name.lowercased().contains("house")
                        || $0.reviews.every { $0.rating > 2 && $0.isVerified }
                        || $0.stars * 2 + 1 > $0.rooms)
            })
        filters.append(
            hotels.filter {
                -$0.stars < -2 || $0.reviews.every { $0.rating > 2 && $0.isVerified }
                    || (2...).contains($0.floors) || $0.phone.count < 12 || !$0.isClosed
                    || $0.hasPool == true || $0.stars * 2 + 1 > $0.rooms || $0.name == city
                    || $0.address.location == nil
            })
        filters.append(
            hotels.filter {
                $0.tags.contains("sea") && $0.lowestRate == nil && $0.name.count > 5
                    && $0.address.city == "Bergen" && $0.kind != .inn
                    && $0.rooms / 10 - 1 >= $0.stars && $0.opened < day
                    && $0.roomRate * 1.25 <= 200.5 && !$0.hasPool
            })
        filters.append(
            hotels.filter {
                cities.contains($0.address.city) && $0.name.lowercased().contains("house")
                    || $0.tags.count >= 2 && $0.stars > 3 && $0.renovated > $0.opened
                        && [.inn, .hotel].contains($0.secondKind) && $0.roomRate < 150
                        && $0.phone?.hasSuffix("1") == true && $0.name != $0.phone
            })
        filters.append(
            hotels.filter {
                ($0.name.hasPrefix("H") || $0.petsWelcome)
                    && ($0.secondKind == .hostel || $0.address.location.latitude <= 70)
                    && !((50..<300).contains($0.roomRate) && $0.reviews.any { $0.rating >= 4 })
                    && ($0.roomRate / 2 + 10 != 70 || 3 < $0.stars
                        || ["Bergen", "Oslo"].contains($0.address.city))
            })
        filters.append(
            hotels.filter {
                (1...5).contains($0.stars) || ($0.lowestRate ?? 0 < 90) || $0.tags[0] == "quiet"
                    || $0.rooms % 4 == 1 || $0.hasPool
                    || $0.name + ", " + $0.address.city == "Grand, Bergen" || $0.floors > 3
                    || $0.names["nb"].hasPrefix("Hav") || $0.address.location?.latitude > 59.5
            })
        filters.append(
            hotels.filter {
                $0.renovated == nil && $0.reviews.every { $0.rating > 2 && $0.isVerified }
                    && !$0.isClosed && -$0.stars < -2 && $0.address.location == nil
                    && $0.name == city && $0.hasPool == true && (2...).contains($0.floors)
                    && $0.phone.count < 12
            })
        filters.append(
            hotels.filter {
                !$0.hasPool && $0.roomRate * 1.25 <= 200.5 && $0.name.count > 5
                    && $0.tags.contains("sea") && $0.kind != .inn
                    || $0.opened < day && $0.address.city == "Bergen"
                    || $0.stars >= limit && $0.rooms / 10 - 1 >= $0.stars
            })
        filters.append(
            hotels.filter {
                ($0.tags[0] == "quiet" || $0.name.count > 5)
                    && ($0.roomRate * 1.25 <= 200.5 || $0.address.location?.latitude > 59.5)
                    && !((1...5).contains($0.stars) && $0.stars >= limit)
                    && (($0.lowestRate ?? 0 < 90) || $0.floors == limit
                        || $0.name + ", " + $0.address.city == "Grand, Bergen")
            })
        filters.append(
            hotels.filter {
                $0.reviews.every { $0.rating > 2 && $0.isVerified }
                    || $0.name.lowercased().contains("house") || $0.phone.count < 12
                    || $0.address.location == nil || $0.roomRate - 5 > $0.lowestRate
                    || $0.stars * 2 + 1 > $0.rooms || (2...).contains($0.floors)
                    || cities.contains($0.address.city) || !$0.isClosed
            })
        filters.append(
            hotels.filter {
                $0.address.location.latitude <= 70 && $0.kind != .inn
                    && (50..<300).contains($0.roomRate) && $0.rooms / 10 - 1 >= $0.stars
                    && $0.lowestRate == nil && !$0.hasPool && $0.phone == optionalCity
                    && $0.tags.contains("sea") && $0.opened < day
            })
        filters.append(
            hotels.filter {
                $0.stars > 3 && $0.name != $0.phone && $0.floors > 3 && $0.renovated > $0.opened
                    && $0.roomRate < 150
                    || [.hotel, .hostel].contains($0.kind) && $0.tags.count >= 2
                    || $0.phone?.hasSuffix("1") == true || $0.names["nb"].hasPrefix("Hav")
            })
        filters.append(
            hotels.filter {
                (["Bergen", "Oslo"].contains($0.address.city) || 3 < $0.stars)
                    && ($0.renovated == nil || $0.hasPool == true)
                    && !($0.roomRate / 2 + 10 != 70 && $0.secondKind == .hostel)
                    && (!$0.tags.isEmpty || $0.name.hasPrefix("H") || $0.petsWelcome)
            })
        filters.append(
            hotels.filter {
                ($0.lowestRate ?? 0 < 90) || $0.roomRate * 1.25 <= 200.5 || $0.tags[0] == "quiet"
                    || (1...5).contains($0.stars) || $0.address.location?.latitude > 59.5
                    || $0.name + ", " + $0.address.city == "Grand, Bergen" || $0.stars >= limit
                    || $0.rooms % 4 == 1 || $0.floors == limit
            })
        filters.append(
            hotels.filter {
                $0.name == city && (2...).contains($0.floors)
                    && $0.name.lowercased().contains("house") && $0.roomRate - 5 > $0.lowestRate
                    && $0.address.location == nil && $0.stars * 2 + 1 > $0.rooms && !$0.isClosed
                    && $0.reviews.every { $0.rating > 2 && $0.isVerified } && $0.phone.count < 12
            })
        filters.append(
            hotels.filter {
                $0.name == city && $0.address.location == nil
                    && ["Bergen", "Oslo"].contains($0.address.city) && !$0.tags.isEmpty
                    && -$0.stars < -2
                    || $0.hasPool == true && $0.renovated == nil && $0.phone.count < 12
                    || $0.secondKind == .hostel
            })
        filters.append(
            hotels.filter {
                ($0.tags[0] == "quiet" || $0.roomRate * 1.25 <= 200.5)
                    && ($0.name.count > 5 || $0.floors == limit)
                    && !($0.address.city == "Bergen" && $0.tags.contains("sea"))
                    && ($0.kind != .inn || (1...5).contains($0.stars) || $0.stars >= limit)
            })
        filters.append(
            hotels.filter {
                $0.name.lowercased().contains("house") || cities.contains($0.address.city)
                    || $0.roomRate - 5 > $0.lowestRate || $0.stars * 2 + 1 > $0.rooms
                    || !$0.isClosed || [.inn, .hotel].contains($0.secondKind)
                    || $0.renovated > $0.opened || $0.tags.count >= 2
                    || $0.reviews.every { $0.rating > 2 && $0.isVerified }
            })
        filters.append(
            hotels.filter {
                $0.petsWelcome && $0.lowestRate == nil && (50..<300).contains($0.roomRate)
                    && $0.rooms / 10 - 1 >= $0.stars && $0.address.location.latitude <= 70
                    && $0.phone == optionalCity && 3 < $0.stars && $0.reviews.any { $0.rating >= 4 }
                    && !$0.hasPool
            })
        filters.append(
            hotels.filter {
                $0.roomRate < 150 && ($0.lowestRate ?? 0 < 90) && $0.hasPool && $0.name != $0.phone
                    && [.hotel, .hostel].contains($0.kind) && $0.phone?.hasSuffix("1") == true
                    && $0.floors > 3 || $0.rooms % 4 == 1 && $0.names["nb"].hasPrefix("Hav")
            })
        filters.append(
            hotels.filter {
                (["Bergen", "Oslo"].contains($0.address.city) || !$0.tags.isEmpty)
                    && ($0.name.hasPrefix("H") || $0.secondKind == .hostel)
                    && !($0.renovated == nil && $0.phone.count < 12)
                    && ($0.name == city || -$0.stars < -2 || $0.hasPool == true)
            })
        filters.append(
            hotels.filter {
                $0.address.city == "Bergen" || $0.roomRate * 1.25 <= 200.5 || $0.floors == limit
                    || $0.name.count > 5 || (1...5).contains($0.stars)
                    || $0.address.location?.latitude > 59.5 || $0.kind != .inn || $0.stars >= limit
                    || $0.tags[0] == "quiet"
            })
        filters.append(
            hotels.filter {
                $0.hasPool && $0.names["nb"].hasPrefix("Hav") && ($0.lowestRate ?? 0 < 90)
                    && $0.floors > 3 && $0.name + ", " + $0.address.city == "Grand, Bergen"
                    && $0.rooms % 4 == 1 && $0.address.location?.latitude > 59.5
                    && (1...5).contains($0.stars) && $0.tags[0] == "quiet"
            })
        filters.append(
            hotels.filter {
                $0.reviews.every { $0.rating > 2 && $0.isVerified } && !$0.isClosed
                    || $0.renovated == nil
                    || $0.hasPool == true && (2...).contains($0.floors)
                        && $0.address.location == nil && $0.phone.count < 12
                    || -$0.stars < -2 && $0.name == city
            })
        filters.append(
            hotels.filter {
                (!$0.hasPool || $0.stars >= limit) && ($0.opened < day || $0.name.count > 5)
                    && !($0.rooms / 10 - 1 >= $0.stars && $0.address.city == "Bergen")
                    && ($0.tags.contains("sea") || $0.kind != .inn || $0.roomRate * 1.25 <= 200.5)
            })
        filters.append(
            hotels.filter {
                $0.tags.count >= 2 || $0.stars > 3 || cities.contains($0.address.city)
                    || $0.name != $0.phone || $0.roomRate - 5 > $0.lowestRate
                    || [.inn, .hotel].contains($0.secondKind)
                    || $0.name.lowercased().contains("house") || $0.renovated > $0.opened
                    || $0.roomRate < 150
            })
        filters.append(
            hotels.filter {
                $0.petsWelcome && $0.reviews.any { $0.rating >= 4 } && $0.phone == optionalCity
                    && $0.roomRate / 2 + 10 != 70 && 3 < $0.stars && $0.name.hasPrefix("H")
                    && (50..<300).contains($0.roomRate) && $0.address.location.latitude <= 70
                    && ["Bergen", "Oslo"].contains($0.address.city)
            })
        filters.append(
            hotels.filter {
                $0.address.location?.latitude > 59.5
                    || [.hotel, .hostel].contains($0.kind) && ($0.lowestRate ?? 0 < 90)
                    || $0.rooms % 4 == 1 || $0.floors > 3
                    || (1...5).contains($0.stars) && $0.names["nb"].hasPrefix("Hav")
                        && $0.name + ", " + $0.address.city == "Grand, Bergen" && $0.hasPool
            })
        filters.append(
            hotels.filter {
                ((2...).contains($0.floors) || $0.reviews.every { $0.rating > 2 && $0.isVerified })
                    && ($0.phone.count < 12 || $0.name == city)
                    && !(!$0.tags.isEmpty && $0.hasPool == true)
                    && (-$0.stars < -2 || $0.address.location == nil || $0.renovated == nil)
            })
        filters.append(
            hotels.filter {
                $0.petsWelcome || 3 < $0.stars || ["Bergen", "Oslo"].contains($0.address.city)
                    || $0.hasPool == true || $0.secondKind == .hostel || $0.renovated == nil
                    || !$0.tags.isEmpty || $0.name.hasPrefix("H") || $0.roomRate / 2 + 10 != 70
            })
        filters.append(
            hotels.filter {
                $0.stars >= limit && $0.address.location?.latitude > 59.5
                    && $0.name + ", " + $0.address.city == "Grand, Bergen"
                    && $0.roomRate * 1.25 <= 200.5 && $0.tags[0] == "quiet"
                    && (1...5).contains($0.stars) && $0.rooms % 4 == 1 && ($0.lowestRate ?? 0 < 90)
                    && $0.floors == limit
            })
        filters.append(
            hotels.filter {
                $0.stars * 2 + 1 > $0.rooms && (2...).contains($0.floors)
                    && $0.reviews.every { $0.rating > 2 && $0.isVerified }
                    || $0.name.lowercased().contains("house") && $0.name == city
                        && $0.address.location == nil && $0.phone.count < 12
                    || !$0.isClosed && $0.roomRate - 5 > $0.lowestRate
            })
        filters.append(
            hotels.filter {
                ($0.address.city == "Bergen" || $0.address.location.latitude <= 70)
                    && ($0.phone == optionalCity || $0.tags.contains("sea"))
                    && !($0.opened < day && !$0.hasPool)
                    && ($0.kind != .inn || $0.rooms / 10 - 1 >= $0.stars || $0.lowestRate == nil)
            })
        filters.append(
            hotels.filter {
                $0.stars > 3 || $0.name != $0.phone || $0.floors > 3
                    || [.hotel, .hostel].contains($0.kind) || $0.roomRate < 150
                    || [.inn, .hotel].contains($0.secondKind) || $0.tags.count >= 2
                    || $0.phone?.hasSuffix("1") == true || $0.renovated > $0.opened
            })
        filters.append(
            hotels.filter {
                $0.name.hasPrefix("H") && !$0.tags.isEmpty && $0.renovated == nil
                    && $0.reviews.any { $0.rating >= 4 } && $0.petsWelcome
                    && ["Bergen", "Oslo"].contains($0.address.city) && $0.roomRate / 2 + 10 != 70
                    && $0.secondKind == .hostel && 3 < $0.stars
            })
        filters.append(
            hotels.filter {
                ($0.lowestRate ?? 0 < 90) && $0.rooms % 4 == 1
                    || $0.name + ", " + $0.address.city == "Grand, Bergen"
                    || $0.tags[0] == "quiet" && $0.address.location?.latitude > 59.5 && $0.hasPool
                        && $0.floors == limit
                    || (1...5).contains($0.stars) && $0.stars >= limit
            })
        filters.append(
            hotels.filter {
                ($0.hasPool || $0.names["nb"].hasPrefix("Hav"))
                    && ($0.rooms % 4 == 1 || $0.name != $0.phone)
                    && !($0.floors > 3 && $0.roomRate < 150)
                    && ($0.phone?.hasSuffix("1") == true || ($0.lowestRate ?? 0 < 90)
                        || [.hotel, .hostel].contains($0.kind))
            })
        filters.append(
            hotels.filter {
                $0.hasPool == true || $0.secondKind == .hostel || $0.phone.count < 12
                    || ["Bergen", "Oslo"].contains($0.address.city) || !$0.tags.isEmpty
                    || $0.name.hasPrefix("H") || $0.name == city || -$0.stars < -2
                    || $0.renovated == nil
            })
        return filters
    }
}
