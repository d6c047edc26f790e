package io.giza.commit;

import io.giza.model.Value;

/** How a proposer recognizes its own record among decisions. Overridden by the mutation drill. */
public class OwnRecordRule {
    /**
     * Rule: a record is one's own by the identity of its attempt, whoever finished it and on
     * whatever ballot; with that the operation is done. (Giza, section 3.2, commits one's own
     * recovered value and then proposes it again.)
     *
     * @param path how it was decided, {@link DecisionPath#HELPED} by another proposer
     */
    protected boolean isOwn(Value own, Value chosen, DecisionPath path) {
        return chosen.isSame(own);
    }
}
