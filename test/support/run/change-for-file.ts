const undo: (() => void)[] = [];

/**
 * Changes members, such as a deadline, of an object that all test files of a worker share. The old values are restored when
 * the current test file has ended.
 */
export const changeForFile = <Shared extends object>(shared: Shared, members: Partial<Shared>): void => {
  const earlier = Object.keys(members).map((name) => [name, Object.getOwnPropertyDescriptor(shared, name)] as const);
  undo.push(() => {
    for (const [name, descriptor] of earlier) {
      if (descriptor) Object.defineProperty(shared, name, descriptor);
      else Reflect.deleteProperty(shared, name);
    }
  });
  Object.assign(shared, members);
};

export const undoChanges = (): void => {
  for (const undoChange of undo.splice(0).toReversed()) undoChange();
};
