#pragma once

#include <cassert>

// Programmer mistakes, never user input. Active in debug and sanitizer builds.
#define BANKER_ASSERT(condition) assert(condition)
