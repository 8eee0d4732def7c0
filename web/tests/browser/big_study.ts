// The largest report that must stay quick: 20 agents, 100 problems, 1,000 points.
export const kBig = {
  agents: [
    ...['banker', 'banker-tinf', 'banker-omd', 'banker-sftinf', 'banker-sflbinf', 'banker-scale-free', 'uniform', 'exp3', 'exp3-ix'],
    ...['tsallis-inf', 'delayed-exp3', 'delayed-tsallis', 'dew', 'zimmert-seldin', 'bold', 'delayed-ucb', 'delayed-thompson'],
    ...['sf-mab', 'umab-g', 'ahb'],
  ],
  losses: ['bernoulli:0.1', 'bernoulli:0.3', 'stochastically-constrained', 'switching', 'drifting'],
  delays: [
    ...['none', 'fixed:10', 'fixed:50', 'uniform:40', 'geometric:20', 'pareto:1', 'blocks:20', 'stragglers:0.1', 'outage:100'],
    'arm-dependent:40',
  ],
  arms: [4, 8],
  rounds: 2000,
  runs: 2,
  points: 1000,
  share_of: 'uniform',
};
