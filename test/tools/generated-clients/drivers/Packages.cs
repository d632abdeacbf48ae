// Stands in for the packages Polly and JsonSubTypes of NuGet. The generated client names them, and the calls do not use them.
using System;
using System.Threading.Tasks;

namespace JsonSubTypes
{
    class Unused { }
}

namespace Polly
{
    public enum OutcomeType { Successful, Failure }

    public class PolicyResult<T>
    {
        public OutcomeType Outcome;
        public Exception FinalException;
        public T Result;
    }

    public interface ISyncPolicy<T> { }

    public interface IAsyncPolicy<T>
    {
        Task<PolicyResult<T>> ExecuteAndCaptureAsync(Func<Task<T>> action);
    }
}
