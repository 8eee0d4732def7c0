#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "banker/lab/trace.hpp"
#include "observer.hpp"

namespace banker::lab {

// The mean of x_t in every stretch of a run, and which arm was the best.
class ArmRecorder {
 public:
  // `names` of the arms, or none; `most` of them are shown by name, of a body the first coordinates.
  ArmRecorder(const Agent& agent, std::span<const std::string> names, std::size_t most);

  void asked(const Moment& moment);
  void end_stretch();
  std::vector<ArmTrace> take() const;

 private:
  std::vector<std::size_t> by_name() const;
  ArmTrace one(std::size_t arm, bool best) const;
  ArmTrace others(std::span<const std::size_t> but) const;

  bool linear_;
  std::size_t size_;  // arms or coordinates; 0: too many
  std::size_t most_;
  std::vector<std::string> names_;
  std::vector<double> loss_;                 // sum of m_t
  std::vector<double> sum_;                  // of x_t over this stretch
  std::size_t rounds_ = 0;                   // of this stretch
  std::vector<std::vector<double>> shares_;  // of all before
};

}  // namespace banker::lab
