#pragma once

// Decisions whose outcome comes late: ask() for one, tell() how it went, whenever that is known.
#include "banker/agent/agent.hpp"
#include "banker/agent/banker_bolo.hpp"
#include "banker/agent/banker_omd.hpp"
#include "banker/agent/banker_sflbinf.hpp"
#include "banker/agent/banker_sftinf.hpp"
#include "banker/agent/banker_tinf.hpp"
#include "banker/agent/baseline/bold.hpp"
#include "banker/agent/baseline/bolo.hpp"
#include "banker/agent/baseline/delayed.hpp"
#include "banker/agent/baseline/delayed_scrible.hpp"
#include "banker/agent/baseline/plain.hpp"
#include "banker/agent/baseline/scale_free.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/agent/omd.hpp"
#include "banker/version.hpp"
