#pragma once

#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

namespace banker::testing {

// Does the work as somebody whom the rights of files bind, as they do not bind root; and so are the programs it starts.
// On a thread of its own: there is no way back.
template <class Work>
void as_anybody(const Work& work) {
  std::thread([&] {
    __user_cap_header_struct whose{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct rights[2]{};
    ASSERT_EQ(syscall(SYS_capget, &whose, rights), 0);
    const __u32 kept = ~((1U << CAP_DAC_OVERRIDE) | (1U << CAP_DAC_READ_SEARCH));
    for (__u32* set : {&rights[0].effective, &rights[0].permitted, &rights[0].inheritable}) *set &= kept;
    ASSERT_EQ(syscall(SYS_capset, &whose, rights), 0);
    ASSERT_EQ(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);  // or root would get them back with a new program
    work();
  }).join();
}

}  // namespace banker::testing
