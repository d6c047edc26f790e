package io.giza.recovery.audit;

import io.giza.model.DcName;

/**
 * Where a fragment is, or should be.
 *
 * @param dc whose store it is
 * @param name its name there
 */
record FragmentLocation(DcName dc, String name) {}
