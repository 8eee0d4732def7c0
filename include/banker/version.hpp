#pragma once

// The one version number of the project: CMake, the command line and packages read it here.
#define BANKER_VERSION "0.1.1"
