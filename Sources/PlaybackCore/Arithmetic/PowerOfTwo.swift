/// Powers of two from sums, products and a table alone, which every machine rounds alike, unlike its
/// mathematics library.
package enum PowerOfTwo {
    /// 2^`exponent`, nearest but for one in a hundred numbers, which are the next ones; 0 and infinity
    /// out of range.
    ///
    /// The exponent is cut into whole numbers, 128ths and a rest r of at most 1/256, for which six
    /// terms of the series of e^(r·ln 2) leave 10^-21.
    package static func of(_ exponent: Double) -> Double {
        guard exponent > -1_020 else { return exponent.isNaN ? .nan : 0 }
        guard exponent < 1_023 else { return .infinity }
        let steps = (exponent * 128).rounded()
        let rest = exponent - steps * 0x1p-7
        let step = Int(steps)
        let series =
            rest
            * (0.693_147_180_559_945_3
                + rest
                * (0.240_226_506_959_100_72
                    + rest
                    * (0.055_504_108_664_821_58
                        + rest
                        * (0.009_618_129_107_628_477
                            + rest
                            * (0.001_333_355_814_642_844_3 + rest * 0.000_154_035_303_933_816_1)))))
        let fraction = fractions[step & 127]
        let whole = Double(bitPattern: UInt64(1_023 + (step >> 7)) << 52)
        return (fraction + (fraction * series + tails[step & 127])) * whole
    }

    /// 2^(n/128).
    private static let fractions: [Double] = [
        0x1.0000000000000p+0, 0x1.0163da9fb3335p+0, 0x1.02c9a3e778061p+0, 0x1.04315e86e7f85p+0,
        0x1.059b0d3158574p+0, 0x1.0706b29ddf6dep+0, 0x1.0874518759bc8p+0, 0x1.09e3ecac6f383p+0,
        0x1.0b5586cf9890fp+0, 0x1.0cc922b7247f7p+0, 0x1.0e3ec32d3d1a2p+0, 0x1.0fb66affed31bp+0,
        0x1.11301d0125b51p+0, 0x1.12abdc06c31ccp+0, 0x1.1429aaea92de0p+0, 0x1.15a98c8a58e51p+0,
        0x1.172b83c7d517bp+0, 0x1.18af9388c8deap+0, 0x1.1a35beb6fcb75p+0, 0x1.1bbe084045cd4p+0,
        0x1.1d4873168b9aap+0, 0x1.1ed5022fcd91dp+0, 0x1.2063b88628cd6p+0, 0x1.21f49917ddc96p+0,
        0x1.2387a6e756238p+0, 0x1.251ce4fb2a63fp+0, 0x1.26b4565e27cddp+0, 0x1.284dfe1f56381p+0,
        0x1.29e9df51fdee1p+0, 0x1.2b87fd0dad990p+0, 0x1.2d285a6e4030bp+0, 0x1.2ecafa93e2f56p+0,
        0x1.306fe0a31b715p+0, 0x1.32170fc4cd831p+0, 0x1.33c08b26416ffp+0, 0x1.356c55f929ff1p+0,
        0x1.371a7373aa9cbp+0, 0x1.38cae6d05d866p+0, 0x1.3a7db34e59ff7p+0, 0x1.3c32dc313a8e5p+0,
        0x1.3dea64c123422p+0, 0x1.3fa4504ac801cp+0, 0x1.4160a21f72e2ap+0, 0x1.431f5d950a897p+0,
        0x1.44e086061892dp+0, 0x1.46a41ed1d0057p+0, 0x1.486a2b5c13cd0p+0, 0x1.4a32af0d7d3dep+0,
        0x1.4bfdad5362a27p+0, 0x1.4dcb299fddd0dp+0, 0x1.4f9b2769d2ca7p+0, 0x1.516daa2cf6642p+0,
        0x1.5342b569d4f82p+0, 0x1.551a4ca5d920fp+0, 0x1.56f4736b527dap+0, 0x1.58d12d497c7fdp+0,
        0x1.5ab07dd485429p+0, 0x1.5c9268a5946b7p+0, 0x1.5e76f15ad2148p+0, 0x1.605e1b976dc09p+0,
        0x1.6247eb03a5585p+0, 0x1.6434634ccc320p+0, 0x1.6623882552225p+0, 0x1.68155d44ca973p+0,
        0x1.6a09e667f3bcdp+0, 0x1.6c012750bdabfp+0, 0x1.6dfb23c651a2fp+0, 0x1.6ff7df9519484p+0,
        0x1.71f75e8ec5f74p+0, 0x1.73f9a48a58174p+0, 0x1.75feb564267c9p+0, 0x1.780694fde5d3fp+0,
        0x1.7a11473eb0187p+0, 0x1.7c1ed0130c132p+0, 0x1.7e2f336cf4e62p+0, 0x1.80427543e1a12p+0,
        0x1.82589994cce13p+0, 0x1.8471a4623c7adp+0, 0x1.868d99b4492edp+0, 0x1.88ac7d98a6699p+0,
        0x1.8ace5422aa0dbp+0, 0x1.8cf3216b5448cp+0, 0x1.8f1ae99157736p+0, 0x1.9145b0b91ffc6p+0,
        0x1.93737b0cdc5e5p+0, 0x1.95a44cbc8520fp+0, 0x1.97d829fde4e50p+0, 0x1.9a0f170ca07bap+0,
        0x1.9c49182a3f090p+0, 0x1.9e86319e32323p+0, 0x1.a0c667b5de565p+0, 0x1.a309bec4a2d33p+0,
        0x1.a5503b23e255dp+0, 0x1.a799e1330b358p+0, 0x1.a9e6b5579fdbfp+0, 0x1.ac36bbfd3f37ap+0,
        0x1.ae89f995ad3adp+0, 0x1.b0e07298db666p+0, 0x1.b33a2b84f15fbp+0, 0x1.b59728de5593ap+0,
        0x1.b7f76f2fb5e47p+0, 0x1.ba5b030a1064ap+0, 0x1.bcc1e904bc1d2p+0, 0x1.bf2c25bd71e09p+0,
        0x1.c199bdd85529cp+0, 0x1.c40ab5fffd07ap+0, 0x1.c67f12e57d14bp+0, 0x1.c8f6d9406e7b5p+0,
        0x1.cb720dcef9069p+0, 0x1.cdf0b555dc3fap+0, 0x1.d072d4a07897cp+0, 0x1.d2f87080d89f2p+0,
        0x1.d5818dcfba487p+0, 0x1.d80e316c98398p+0, 0x1.da9e603db3285p+0, 0x1.dd321f301b460p+0,
        0x1.dfc97337b9b5fp+0, 0x1.e264614f5a129p+0, 0x1.e502ee78b3ff6p+0, 0x1.e7a51fbc74c83p+0,
        0x1.ea4afa2a490dap+0, 0x1.ecf482d8e67f1p+0, 0x1.efa1bee615a27p+0, 0x1.f252b376bba97p+0,
        0x1.f50765b6e4540p+0, 0x1.f7bfdad9cbe14p+0, 0x1.fa7c1819e90d8p+0, 0x1.fd3c22b8f71f1p+0,
    ]

    /// What rounding took from each of them.
    private static let tails: [Double] = [
        0.0, 9.499e-17, -1.523e-17, -5.772e-17, 5.109e-17, -4.956e-17,
        7.601e-18, 5.996e-17, 8.552e-17, 5.593e-17, 1.759e-18, -1.197e-17,
        -7.9e-17, -3.84e-18, -6.657e-17, 3.166e-17, -3.047e-17, -5.92e-17,
        5.266e-17, -8.787e-17, 1.041e-16, -6.201e-17, 5.166e-17, 3.237e-17,
        8.913e-17, 4.641e-17, 3.251e-17, -9.124e-17, 3.829e-17, -1.848e-18,
        5.554e-17, 1.543e-17, 3.982e-17, 4.617e-17, 6.645e-17, -4.747e-17,
        -7.713e-17, -1.061e-16, -1.899e-17, -1.076e-16, 4.658e-17, -8.262e-17,
        -6.711e-18, -3.084e-17, 2.668e-18, 9.915e-17, 1.714e-17, 8.949e-17,
        2.538e-17, 8.648e-17, -7.182e-17, -5.458e-17, -2.859e-17, -5.102e-17,
        8.927e-17, 3.224e-17, 7.701e-17, 1.534e-18, 9.594e-17, -6.899e-17,
        -6.771e-17, -4.906e-17, -9.614e-17, 7.035e-18, -9.667e-17, -1.608e-17,
        -1.203e-17, -4.204e-17, -3.024e-17, -5.78e-17, -5.6e-17, 8.466e-17,
        -3.484e-17, 1.078e-16, 1.419e-17, -6.414e-17, -1.016e-16, -4.309e-17,
        -1.102e-16, 8.875e-17, 7.95e-17, -1.46e-17, 3.781e-17, -1.035e-16,
        -1.014e-17, -1.934e-17, -1.009e-16, -6.055e-17, 2.471e-17, 2.094e-17,
        -6.713e-17, 7.698e-17, -1.013e-16, 9.643e-17, 5.891e-17, -5.477e-17,
        8.199e-17, -9.67e-17, -8.024e-18, -9.869e-17, -1.851e-17, -1.075e-16,
        3.164e-17, -1.075e-16, 2.96e-17, 9.461e-17, 6.43e-17, 1.533e-17,
        1.823e-17, -5.177e-17, -9.97e-17, -1.016e-16, 3.283e-17, -5.94e-17,
        9.762e-17, 6.541e-17, -6.123e-17, -8.227e-17, 3.403e-17, 6.534e-17,
        -1.062e-16, -9.915e-17, 1.033e-16, 6.811e-17, 8.961e-17, -1.031e-16,
        4.039e-17, 8.205e-18,
    ]
}
