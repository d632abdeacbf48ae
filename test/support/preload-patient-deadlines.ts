import { callBudgets } from '../../shared/adapters/sdk/call-budget.ts';
import { usePatientDeadlines } from './patient-deadlines.ts';

usePatientDeadlines();
// A retry of a slow push or event would print it twice.
Object.assign(callBudgets, { background: callBudgets.operator });
