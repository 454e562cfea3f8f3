/** The address book and the calendar behind the tool. */
export interface Person {
  readonly name: string;
  readonly team: string;
  readonly email: string;
}

export interface Office {
  /** Everybody with that first name, now. */
  named(first: string): Promise<readonly Person[]>;
  invite(person: Person, day: string): Promise<void>;
  leaves(email: string): void;
  readonly invitations: readonly { readonly email: string; readonly day: string }[];
}

export function createOffice(): Office {
  let people: readonly Person[] = [
    { name: 'Chris Adeyemi', team: 'Payments', email: 'c.adeyemi@example.com' },
    { name: 'Chris Baumann', team: 'Support', email: 'c.baumann@example.com' },
    { name: 'Chris Costa', team: 'Payments', email: 'c.costa@example.com' },
    { name: 'Dana Weiss', team: 'Legal', email: 'd.weiss@example.com' },
  ];
  const invitations: { email: string; day: string }[] = [];
  return {
    invitations,
    named: async first => people.filter(person => person.name.startsWith(`${first} `)),
    leaves(email) {
      people = people.filter(person => person.email !== email);
    },
    async invite({ email }, day) {
      invitations.push({ email, day });
    },
  };
}
