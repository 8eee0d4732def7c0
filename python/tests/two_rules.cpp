// An agent with two rules, in a module of the tests' own: tests/test_upgrade.py.
#include "support/server/two_rules.hpp"
