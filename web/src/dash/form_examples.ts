// What a linear agent may play, one example per type, as the server takes it.

type Examples = readonly (readonly [what: string, json: string])[];

export const kBodies: Examples = [
  ['ball', '{"type":"ball","dimension":3,"radius":1}'],
  ['box', '{"type":"box","lower":[0,-1],"upper":[1,1]}'],
  ['ellipsoid', '{"type":"ellipsoid","center":[0,0],"matrix":[[4,0],[0,1]]}'],
  ['polytope', '{"type":"polytope","A":[[-1,0],[0,-1],[1,1]],"b":[0,0,1]}'],
  ['product', '{"type":"product","bodies":[{"type":"ball","dimension":2,"radius":1},{"type":"box","lower":[0],"upper":[1]}]}'],
];

export const kActions: Examples = [
  ['by name', '{"left":[1,0],"right":[0,1],"middle":[0.5,0.5]}'],
  ['by number', '[[1,0],[0,1],[0.5,0.5]]'],
];
