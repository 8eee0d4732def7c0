# Writes the bytes of FILE as the array NAME of namespace IN (banker::lab) into OUT.
if(NOT IN)
  set(IN banker::lab)
endif()
file(READ ${FILE} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
file(WRITE ${OUT} "#include <cstddef>
namespace ${IN} {
extern const char ${NAME}[];
extern const std::size_t ${NAME}Size;
const char ${NAME}[] = {${bytes}};
const std::size_t ${NAME}Size = sizeof ${NAME};
}  // namespace ${IN}
")
