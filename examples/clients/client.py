"""client.py [ADDRESS]: decisions and their outcomes, with the Python package. BANKER_TOKEN has the token, if one is needed."""

import os
import sys

import banker

server = banker.connect(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080", os.environ.get("BANKER_TOKEN"))

# Silence for a day means that nobody clicked.
ads = server.create("ads", ["red", "green", "blue"], seed=7, expire_after=86400, on_expiry={"reward": 0}, exist_ok=True)

shown = ads.ask()  # a lost answer is asked for again, and is the same decision
print(shown.arm, shown.probability)
ads.tell(shown.id, reward=1)  # minutes or days later, from any process: keep the id

batch = ads.ask_many(1000)
clicks = batch.names == "green"
print(ads.tell_many(batch, rewards=clicks))
print(dict(zip(ads.arm_names, ads.probabilities().round(3))))
