s/@card/#ffffff/g
s/@line/#d2d2d7/g
s/@head/#f0f0f4/g
s/@text/#1d1d1f/g
s/@dim/#6e6e73/g
s/@accent/#0071e3/g
s/@mark/#e3f0fd/g
s/@string/#b3261e/g
