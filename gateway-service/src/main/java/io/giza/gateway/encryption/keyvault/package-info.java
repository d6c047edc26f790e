/** Named keys that Azure Key Vault keeps. */
@NullMarked
package io.giza.gateway.encryption.keyvault;

import org.jspecify.annotations.NullMarked;
