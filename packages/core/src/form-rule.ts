/** What can be wrong with a schema: stable ids, with the sentence and the mend for the author. */
import type { FormIssue } from './form.js';

/** Stable ids of `FormIssue.rule`. */
export type FormRule = keyof typeof RULES;

const RULES = {
  'not-json-schema': ['This is not a JSON Schema.', "Give a JSON object; pass a schema library's own object to defineForm."],
  'not-json': ['The schema holds something that JSON cannot carry.', 'Use only objects, lists, texts, numbers, booleans and null.'],
  'too-large': ['The schema is larger than any form needs to be.', 'Ask for less at once, or narrow the options first.'],
  'too-deep': ['The schema is nested too deeply.', 'A form is flat: one level of properties.'],
  'too-many-fields': ['There are too many fields.', 'Ask in several questions.'],
  'too-many-options': ['There are too many options.', 'Narrow them down before asking.'],
  'root-type': ['The root of a form is an object with properties.', 'Set type: "object" and properties at the root.'],
  'unknown-dialect': ['The schema names a dialect that is not supported.', 'Leave $schema out, or use 2020-12, 2019-09 or draft-07.'],
  'remote-ref': ['The schema points to another document, which is never fetched.', 'Write the definition in place.'],
  'local-ref': ['References are outside the elicitation dialect.', 'Write the definition in place.'],
  'bad-ref': ['The reference points to nothing.', 'Write the definition in place.'],
  'bad-required': ['required is not a list of property names.', 'List each required property once.'],
  'required-unknown': ['required names a property that is not defined.', 'Define the property, or take it off the list.'],
  'unsafe-name': ['__proto__ cannot be the name of a field.', 'Choose another name.'],
  'unsupported-keyword': ['A keyword here is outside the elicitation dialect.', 'Remove it, and check it when the answer arrives.'],
  'unknown-keyword': ['A keyword here means nothing for this kind of field.', 'Check its spelling, or remove it.'],
  'not-portable': [
    'A keyword here is outside the dialect: hosts may ignore it.',
    'Say it in the description too; it is checked on arrival.',
  ],
  'nested-object': ['Objects cannot be nested in a form.', 'Use one field for each part.'],
  'free-list': ['Lists of free values are outside the dialect.', 'Give items an enum, or ask for one text.'],
  nullable: ['null is never an answer.', 'Leave the property out of required instead.'],
  'mixed-types': ['A field has exactly one type.', 'Choose one of string, number, integer, boolean, or an array of options.'],
  'unknown-type': [
    'The field has no type that a form can draw.',
    'Choose one of string, number, integer, boolean, or an array of options.',
  ],
  'type-missing': ['The field does not say its type.', 'Add type.'],
  'empty-options': ['There is nothing to choose from.', 'List at least one option.'],
  'bad-options': ['The options are not all texts.', 'Each option is a text, or {const, title} with texts.'],
  'duplicate-option': ['The same value is listed twice.', 'List each value once.'],
  'duplicate-title': ['Two options read the same.', 'Give each option its own title.'],
  'option-titles': ['enumNames does not fit enum.', 'Use oneOf with const and title.'],
  'legacy-titles': ['enumNames is on its way out of the protocol.', 'Use oneOf with const and title.'],
  'list-shape': ['The options are spelled in a shape that no revision has.', 'Use oneOf for one choice, items.anyOf for several.'],
  'number-options': ['Options are texts in every revision.', 'Use texts, and read the number from the answer.'],
  'unknown-format': ['The format is not one that forms know.', 'Use email, uri, date or date-time.'],
  'format-ignored': ['format only means something on text.', 'Remove it.'],
  'bad-bound': ['A limit is not a number that fits its keyword.', 'Lengths and item counts are whole and not negative.'],
  'bounds-contradict': ['No answer can meet these limits.', 'Make the lower limit smaller than the upper.'],
  'invalid-pattern': ['The pattern is not a regular expression.', 'Mend it, or remove it.'],
  'pattern-not-checked': ['The pattern cannot be checked in linear time.', 'Avoid look-around and backreferences, and keep it short.'],
  'default-type': ['The default is of another type than the field.', "Give a default of the field's own type."],
  'default-not-in-enum': ['The default is not among the options.', 'Use the value of an option, not its title.'],
  'default-invalid': ['The default would not pass as an answer.', 'Give a default within the limits.'],
  'not-in-revision': ['The revision does not have this.', 'Convert the form with convertForm, or write for a newer revision.'],
  'bad-text': ['A title or description is not a text.', 'Use a text.'],
} as const satisfies Record<string, readonly [message: string, mend: string]>;

/** One issue of the field `path` ('' = the whole schema). */
export function formIssue(path: string, rule: FormRule, severity: FormIssue['severity']): FormIssue {
  const [message, mend] = RULES[rule];
  return { path, rule, severity, message, mend };
}
