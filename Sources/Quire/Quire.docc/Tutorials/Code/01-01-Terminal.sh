mkdir TravelNotebook
cd TravelNotebook
swift package init --type executable
