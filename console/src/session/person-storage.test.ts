import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetPeople, personStorageOf } from './person-storage.ts';

function memoryStore() {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test('values of a person are stored by person, and text that is not JSON is ignored', () => {
  const store = memoryStore();
  const [ada, bo] = [personStorageOf(store, 'ada'), personStorageOf(store, 'bo')];
  assert.equal(ada.read('recents'), null);
  ada.write('recents', [1]);
  assert.deepEqual([ada.read('recents'), bo.read('recents')], [[1], null]);
  store.setItem('signalbox.person/bo/recents', '{');
  assert.equal(bo.read('recents'), undefined);
});

test('a full storage interrupts nothing', () => {
  const full = {
    ...memoryStore(),
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  personStorageOf(full, 'ada').write('recents', [1]);
});

test('a sign-in removes the values of everybody else, a sign-out those of everybody; settings stay', () => {
  const store = memoryStore();
  store.setItem('signalbox.scheme', 'dark');
  const people = ['ada', 'ada/bo', 'bo'].map((name) => personStorageOf(store, name));
  for (const person of people) person.write('recents', [1]);
  forgetPeople(store, 'ada');
  assert.deepEqual(
    people.map(({ read }) => read('recents')),
    [[1], null, null],
  );
  forgetPeople(store);
  assert.deepEqual([people[0]?.read('recents'), store.length], [null, 1]);
});
