const undo: (() => void)[] = [];

/**
 * Changes members of an object that all test files of a worker share, such as a deadline. The test runner restores them when the test
 * file that is running has ended.
 */
export const changeForFile = <Shared extends object>(shared: Shared, members: Partial<Shared>): void => {
  const earlier = { ...shared };
  undo.push(() => void Object.assign(shared, earlier));
  Object.assign(shared, members);
};

export const undoChanges = (): void => {
  for (const one of undo.splice(0).toReversed()) one();
};
