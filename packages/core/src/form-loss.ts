/** What a conversion could not carry over: stable ids, with a sentence for whoever runs the bridge. */

export interface FormLoss {
  /** Property name of the original form; '' for the form as a whole. */
  readonly field: string;
  readonly rule: FormLossRule;
  readonly message: string;
}

export type FormLossRule = keyof typeof LOSSES;

const LOSSES = {
  'default-told': 'The default is not pre-filled; the description tells it.',
  'default-dropped': 'The default is too long to be told in the description and is dropped.',
  'choices-as-booleans': 'Several choices are asked as one yes/no each.',
  'bounds-told': 'How many may be chosen is not checked while answering; the description tells it.',
  'dialect-dropped': 'The schema dialect is not named.',
  'too-many-fields': 'There are too many options to ask one by one: this form cannot be asked in that revision.',
  'not-convertible': 'A field is outside every revision and is passed on as it came.',
} as const;

/** The loss of one field. */
export function formLoss(field: string, rule: FormLossRule): FormLoss {
  return { field, rule, message: LOSSES[rule] };
}
