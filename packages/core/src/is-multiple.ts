/** True if `value` is a multiple of `step` as a person reads both: 0.3 is a multiple of 0.1, though 0.3 % 0.1 is not 0. */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const quotient = value / step;
  return Number.isFinite(quotient) && Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 2;
}
