/** Puts the page into its place. */
import { createApp } from 'vue';
// @ts-expect-error a single-file component, which vite compiles
import BookTable from './BookTable.vue';

createApp(BookTable).mount('#root');
