s/@card/#1d1d1f/g
s/@line/#56565a/g
s/@head/#2c2c2e/g
s/@text/#f5f5f7/g
s/@dim/#98989d/g
s/@accent/#2997ff/g
s/@mark/#12324f/g
s/@string/#ff8a80/g
