#include "trap.hpp"

namespace banker::python {

namespace py = pybind11;

namespace {

class Attachment {
 public:
  Attachment() {
    if (PyGILState_GetThisThreadState() != nullptr) return;  // a thread of Python
    state_ = PyGILState_Ensure();
    thread_ = PyEval_SaveThread();
  }
  ~Attachment() {
    if (thread_ == nullptr) return;
    PyEval_RestoreThread(thread_);
    PyGILState_Release(state_);
  }
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;

 private:
  PyGILState_STATE state_{};
  PyThreadState* thread_ = nullptr;
};

thread_local int calls = 0;  // of traps, on this thread

}  // namespace

Trap::Within::Within() { ++calls; }
Trap::Within::~Within() { --calls; }
bool within_a_part() { return calls > 0; }

void attach_thread() { thread_local const Attachment attachment; }

void Trap::spring(py::error_already_set error) {
  const std::lock_guard lock(mutex_);
  if (!caught_) caught_ = std::move(error);
  sprung_ = true;
  watch_.stop = true;
}

void Trap::raise_caught() {
  std::optional<py::error_already_set> caught;
  {
    const std::lock_guard lock(mutex_);
    caught.swap(caught_);
    sprung_ = false;
  }
  watch_.stop = false;
  watch_.rounds = 0;
  if (caught) throw py::error_already_set(*std::move(caught));
}

}  // namespace banker::python
