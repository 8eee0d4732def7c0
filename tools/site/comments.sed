# Comments of the headers are plain. For doxygen: the one before a declaration, or behind it, speaks of it.
s#^ {20,}// #///< #
s#^( *)//( [^-]|$)#\1///\2#
s#([;,)}] +)// ([^n]|n[^a])#\1///< \2#
# What looks like a tag is none.
:again
s#(//.*)<([a-zA-Z/])#\1\&lt;\2#
t again
