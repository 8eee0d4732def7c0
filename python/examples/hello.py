"""Three ads. Whether an ad was clicked is known minutes to days after it was shown."""

import banker

ads = banker.Bandit(["red", "green", "blue"], seed=7)
first = ads.ask()  # show ad first.arm now ...
second = ads.ask()  # ... and another before the first click is known
ads.tell(second, reward=0)  # outcomes come in any order: no click
ads.drop(first)  # this one will never come
for name, probability in zip(ads.arm_names, ads.probabilities()):  # what is known now
    print(f"{name} {probability:.3f}")
