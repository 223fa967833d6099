"""Pictures of results as SVG: black on white, labelled where the data stand, told apart without colour too."""
