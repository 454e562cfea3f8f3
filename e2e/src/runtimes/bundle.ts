/** One self-contained module, for a runtime that resolves packages by other conditions than ours, or that must start fast. */
import { build } from 'vite';

export interface BundleOptions {
  readonly target: 'node' | 'webworker';
  /** Conditions of `exports`, in no order. */
  readonly conditions: readonly string[];
  /** Packages that stay imports. */
  readonly external?: readonly string[];
}

/** @throws Error if it does not come to one module */
export async function bundle(entry: string, { target, conditions, external = [] }: BundleOptions): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { target, noExternal: true, external: [...external], resolve: { conditions: [...conditions] } },
    build: { write: false, minify: false, ssr: entry, rolldownOptions: { output: { format: 'es', codeSplitting: false } } },
  });
  const [output] = [made].flat();
  if (output === undefined || !('output' in output) || output.output.length !== 1) throw new Error('not one module');
  return output.output[0].code;
}
