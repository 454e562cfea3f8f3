/** The page as built by `npm run build`, one text per file name. */
export declare const pageAssets: Readonly<Record<string, string>>;
