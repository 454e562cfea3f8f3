/**
 * What `on`, `off`, `status` and `doctor` may touch: where this person's things are, and files that hold configurations.
 * Everything with an effect comes in here, so that each can run on a home of its own.
 */

/** Where a host keeps its configuration depends on these and nothing else. */
export interface Where {
  /** As `process.platform` says it. */
  readonly platform: NodeJS.Platform;
  /** The home directory of the person. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder a project's own files are looked for in. */
  readonly cwd: string;
}

/** A file as it was when it was read. */
export interface FileState {
  /** As asked for; may be a symbolic link. */
  readonly path: string;
  /** Where the bytes really are. */
  readonly real: string;
  readonly bytes: Uint8Array;
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Names that this file has; above 1 it is hard-linked. */
  readonly links: number;
}

/** Files that hold configurations of others. */
export interface ConfigFiles {
  /** Undefined where there is no file. @throws MidcallError STORE_FAILED where it cannot be read. */
  read(path: string): FileState | undefined;
  /**
   * Puts `bytes` in the place of `file`, all or nothing, with its mode and owner; refused when it is not any more as it
   * was read, is read-only, or is hard-linked. @throws MidcallError STORE_FAILED; nothing is written then.
   */
  replace(file: FileState, bytes: Uint8Array): void;
  /** Writes `bytes` beside `file`, with its mode and owner, over an older one. @throws MidcallError STORE_FAILED. */
  copyBeside(file: FileState, path: string, bytes: Uint8Array): void;
  remove(path: string): void;
  exists(path: string): boolean;
  /** The path behind all symbolic links; undefined where there is nothing. */
  real(path: string): string | undefined;
  /** Whether this can be started. */
  executable(path: string): boolean;
}

/** This machine, for the commands that look after hosts. */
export interface OnMachine extends Where {
  readonly files: ConfigFiles;
  /** The path of this Node. */
  readonly node: string;
  /** The path of midcall's own program. */
  readonly entry: string;
}
