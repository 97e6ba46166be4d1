"""``python -m bot certificates``: an authority of the host's own, and what it signs.

The key of the authority is thrown away: to add a thinker under another name, write a new folder.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from bot.workers.thinker import Side

_VALID: Final = timedelta(days=3650)
_USAGES: Final = {
    Side.BOT: ExtendedKeyUsageOID.CLIENT_AUTH,
    Side.THINKER: ExtendedKeyUsageOID.SERVER_AUTH,
}


def write_certificates(folder: Path, hosts: Sequence[str]) -> None:
    """Write ca.pem, and certificate and key of both sides; ``hosts`` are those of the thinkers.

    Keys are readable by their owner alone.  Raises FileExistsError, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    authority_key = ec.generate_private_key(ec.SECP256R1())
    authority = _authority(authority_key)
    _write(folder / "ca.pem", authority.public_bytes(serialization.Encoding.PEM))
    for side in Side:
        key = ec.generate_private_key(ec.SECP256R1())
        names = hosts if side is Side.THINKER else (side.value,)
        signed = _signed(side, names, key, authority, authority_key)
        _write(folder / f"{side}.pem", signed.public_bytes(serialization.Encoding.PEM))
        _write(folder / f"{side}.key", _key_text(key))


def _write(path: Path, content: bytes) -> None:
    path.touch(mode=0o600, exist_ok=False)
    path.write_bytes(content)


def _key_text(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _builder(name: str, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    """Return a certificate for a name, valid for ten years from yesterday."""
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # clocks differ
        .not_valid_after(now + _VALID)
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _authority(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    usage = x509.KeyUsage(
        key_cert_sign=True,
        crl_sign=True,
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
    name = "preferans authority"
    return (
        _builder(name, key)
        .issuer_name(_name(name))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )


def _signed(
    side: Side,
    names: Sequence[str],
    key: ec.EllipticCurvePrivateKey,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
) -> x509.Certificate:
    """Return the certificate of a side, signed by the authority."""
    return (
        _builder(f"preferans {side}", key)
        .issuer_name(authority.subject)
        .add_extension(x509.SubjectAlternativeName(list(map(_alternative, names))), critical=False)
        .add_extension(x509.ExtendedKeyUsage([_USAGES[side]]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(authority_key, hashes.SHA256())
    )


def _alternative(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)
