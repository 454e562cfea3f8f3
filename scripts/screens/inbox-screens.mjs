// The inbox over a real desk with questions that wait, end and expire.
export async function startInboxScreens() {}
