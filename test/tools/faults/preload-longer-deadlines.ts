import { lengthenDeadlines } from './longer-deadlines.ts';

lengthenDeadlines();
