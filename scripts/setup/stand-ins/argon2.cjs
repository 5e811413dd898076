/** Stands in for the native `argon2` inside code-server, which hashes passwords with it: ours listens on loopback and has no password. */
function refuse() {
	throw new Error('This code-server runs without a password.');
}

exports.hash = refuse;
exports.verify = refuse;
