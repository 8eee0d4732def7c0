#pragma once

// The one version number of the project: CMake, the command line, snapshots and packages read it here.
#define BANKER_VERSION "0.1.0"
